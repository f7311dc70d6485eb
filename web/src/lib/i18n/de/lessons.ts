/** Words of the tutorials, German. */
import type en from '../en/lessons';

const strings: Record<keyof typeof en, string> = {
  'lesson.look': 'Ein erster Blick',
  'lesson.look.about': 'Worum es geht, was wo liegt, und deine erste Mine.',
  'lesson.look.aim':
    'Willkommen! In Gaia Project führst du ein Volk, das eine Galaxie besiedelt. Wer nach sechs Runden die meisten Siegpunkte hat, gewinnt. Der Stern zeigt deine.',
  'lesson.look.map':
    'Das ist die Galaxie. Jede Scheibe ist ein Planet; die zwei Buchstaben nennen seine Art, etwa Te für Terra oder Ei für Eis. Die dunklen Felder dazwischen sind leerer Raum. Ziehe den Spielplan, um ihn zu verschieben; mit dem Rad oder zwei Fingern zoomst du.',
  'lesson.look.home':
    'Du bist die Terraner, zu Hause auf Terra-Planeten. Das kleine Gebäude ist eine Mine von dir. Alles, was dir gehört, hat dieselbe Farbe und dasselbe Zeichen.',
  'lesson.look.others':
    'Diese Mine gehört den Xenos, deinem Mitspieler in dieser Lektion. Auf einem Planeten ist nur Platz für einen.',
  'lesson.look.goods':
    'Was du hast: Credits und Erz bezahlen Gebäude, Wissen die Forschung, ein Q.I.C. (der grüne Würfel) erreicht fernere Planeten. Die kleine Zahl mit dem Plus ist dein Einkommen: Es kommt zu Beginn jeder Runde.',
  'lesson.look.power':
    'Macht liegt in drei Bereichen und wandert von einem zum nächsten. Wozu das gut ist, zeigt eine eigene Lektion.',
  'lesson.look.research':
    'Das Forschungstableau: sechs Bereiche, in denen du besser wirst, beim Bauen, beim Fliegen, beim Verdienen. Darunter liegen Technologieplättchen, darunter die Machtaktionen, die sich alle teilen.',
  'lesson.look.rounds':
    'Gespielt werden sechs Runden. Das Plättchen jeder Runde sagt, was in ihr zusätzliche Punkte bringt; das umrahmte gehört zur laufenden Runde. Die zwei Plättchen am Ende werden bei Spielende gewertet.',
  'lesson.look.turn':
    'In deinem Zug tust du eine Sache: bauen, aufwerten, forschen, eine Aktion nutzen oder passen. Bist du am Zug, leuchtet alles, was möglich ist, mit seinem Preis. Was du wählst, wird hier erst entworfen; nichts gilt, bevor du es bestätigst.',
  'lesson.look.mine':
    'Jetzt du: Baue eine Mine auf dem umrandeten Planeten. Es ist ein Terra-Planet wie deine Heimat, darum kostet sie nur 2 Credits und 1 Erz. Klicke ihn an (oder drücke N, bis er markiert ist, dann Enter).',
  'lesson.look.confirm':
    'Die Mine ist entworfen: Hier steht, was sie kostet. „Schritt zurück“ nähme sie zurück. Drücke „Zug bestätigen“, und sie steht.',
  'lesson.look.after':
    'Das war ein Zug! An einem echten Tisch wäre jetzt der Nächste dran. So geht es reihum, bis du nichts mehr tun willst und passt; haben alle gepasst, beginnt die nächste Runde mit dem Einkommen.',
  'lesson.research': 'Forschen',
  'lesson.research.about': 'Sechs Bereiche, was jedes Level bringt, und was an ihrem Ende steht.',
  'lesson.research.areas':
    'Jede Spalte ist ein Forschungsbereich. Dein Zeichen zeigt dein Level, von 0 ganz unten bis 5 ganz oben. Terraforming macht fremde Planeten billiger, Navigation reicht weiter, Künstliche Intelligenz bringt Q.I.C., Gaia-Projekt bringt Gaiaformer, Wirtschaft Credits, Erz und Macht, Wissenschaft Wissen.',
  'lesson.research.levels':
    'Ein Feld zeigt, was sein Level bringt. Zeige darauf (oder tippe es an), um es ganz zu lesen. Es zählt nur das Level, auf dem du stehst; wer das dritte erreicht, erhält außerdem 3 Macht.',
  'lesson.research.step':
    'Ein Schritt kostet 4 Wissen und ist dein ganzer Zug. Mach einen: Umrandet ist das nächste Level jedes Bereichs, den du bezahlen kannst.',
  'lesson.research.confirm': 'Preis und Gewinn stehen im Entwurf. Bestätige den Zug.',
  'lesson.research.again':
    'Dein Wissen reicht für noch einen Schritt, im selben oder in einem anderen Bereich. Mach ihn.',
  'lesson.research.top':
    'Das fünfte Level ist das beste. Nur ein Spieler darf dort stehen, und der Schritt braucht einen Allianzmarker mit der grünen Seite oben. Bei Spielende sind die Level 3, 4 und 5 je 4 Punkte wert.',
  'lesson.scoring': 'Woher die Punkte kommen',
  'lesson.scoring.about':
    'Das Rundenplättchen, die zwei Schlusswertungen, Forschung und was übrig bleibt: die letzte Runde einer Partie.',
  'lesson.scoring.round':
    'Das ist die letzte Runde einer Partie. Ihr Plättchen gibt 3 Punkte für eine Mine auf einem Gaiaplaneten; andere Runden belohnen etwas anderes. Was zum Plättchen passt, tut man am besten in seiner Runde.',
  'lesson.scoring.mine':
    'Dir bleibt genug für noch eine Mine. Baue sie auf einem umrandeten Planeten: Ein größeres Reich zählt am Ende.',
  'lesson.scoring.finals':
    'Die zwei Schlusswertungen vergleichen die Spieler: hier, wer die meisten Gebäude hat und wer in den meisten Sektoren steht. Der erste, zweite und dritte Platz bringen 18, 12 und 6 Punkte. Zu zweit wird auch ein neutraler Dritter verglichen. Die Plättchen zeigen immer, wie es steht.',
  'lesson.scoring.research':
    'Jeder Bereich, in dem du auf Level 3 stehst, bringt 4 Punkte; auf Level 4 sind es 8, auf Level 5 12.',
  'lesson.scoring.foretold':
    'Je drei übrige Credits, Erz oder Wissen geben einen Punkt. Die kleine Zahl neben deinen Punkten ist, was du hättest, wenn das Spiel jetzt endete.',
  'lesson.scoring.pass':
    'Es gibt nichts mehr zu tun: Passe. In der letzten Runde nimmt niemand einen neuen Booster.',
  'lesson.scoring.confirm':
    'Vor dem Ende könntest du noch tauschen, was übrig ist. Wähle „Fertig“ und bestätige dann: Die Partie ist zu Ende.',
  'lesson.scoring.result':
    'Die Schlusswertung: was du hattest, dann Schlusswertungsplättchen, Forschung und Reste. Jetzt weißt du alles für eine eigene Partie.',
  'lesson.game': 'Erste kurze Partie',
  'lesson.game.about': 'Die zweite Hälfte einer echten Partie: drei Runden gegen einen sanften Bot.',
  'lesson.game.text':
    'Du spielst die Terraner gegen die Xenos; sie führt ein Bot, der so spielt wie Leute in ihrer ersten Partie. Drei Runden sind vorbei, und du hast den besseren Anfang: Runde 4 beginnt. Spiel die letzten drei Runden zu Ende.',
  'lesson.game.mine': 'Baue eine Mine. Billig sind Planeten, die auf dem Rad nahe bei deiner Art liegen.',
  'lesson.game.upgrade':
    'Werte eine Mine zum Handelszentrum auf oder ein Handelszentrum zum Forschungslabor: Das bringt mehr Einkommen.',
  'lesson.game.research':
    'Geh in der Forschung einen Schritt hinauf, mit 4 Wissen oder mit einem Technologieplättchen.',
  'lesson.game.action': 'Nutze eine Machtaktion unter dem Forschungstableau oder eine Aktion deines Boosters.',
  'lesson.game.pass':
    'Passe, wenn du nichts Gutes mehr tun kannst, und wähle den Booster, den du als Nächstes brauchst.',
  'lesson.game.federation': 'Gründe eine Allianz (F), sobald deine Gebäude zusammen 7 ergeben.',
  'lesson.resources': 'Ressourcen und Einkommen',
  'lesson.resources.about': 'Was du besitzt, wie du tauschst, und was eine Mine jede Runde bringt.',
  'lesson.resources.convert':
    'Deine Ressourcen stehen auf deinem Tableau. Klicke auf die Credits (oder drücke C), dann auf „1 Erz → 1 Credit“.',
  'lesson.resources.mine':
    'Baue jetzt eine Mine auf dem umrandeten Planeten: Er ist von deiner eigenen Art und kostet nur 2 Credits und 1 Erz. Das Feld, das die Mine auf deinem Tableau freigibt, bringt in jeder Einkommensphase 1 Erz mehr.',
  'lesson.confirm':
    'Noch ist das nur ein Entwurf; „Schritt zurück“ nimmt Schritte zurück. Bestätige den Zug, damit er gespielt wird.',
  'lesson.mines': 'Minen, Reichweite und Terraforming',
  'lesson.mines.about': 'Welche Planeten du erreichst und was es kostet, sie bewohnbar zu machen.',
  'lesson.mines.terraform':
    'Baue eine Mine auf einem umrandeten Planeten. Er ist von anderer Art und wird umgewandelt: 2 Erz je Schritt auf deinem Level. Das Rad zeigt, wie viele Schritte jede Art von deiner entfernt ist; es steht neben dem Spielplan, auf einem Telefon bei den Tableaus.',
  'lesson.mines.range':
    'Deine Reichweite ist 2. Ein Q.I.C. (das grüne Quadrat im Preis) erhöht sie für eine Aktion um 2. Baue eine Mine auf einem umrandeten Planeten, der ohne ihn zu weit ist.',
  'lesson.upgrades': 'Aufwerten und Forschen',
  'lesson.upgrades.about': 'Von der Mine zum Forschungslabor und zum ersten Technologieplättchen.',
  'lesson.upgrades.station':
    'Werte eine Mine zum Handelszentrum auf. Wo ein anderer Spieler höchstens 2 Felder entfernt ist, kostet es 3 statt 6 Credits.',
  'lesson.upgrades.lab': 'Du bist wieder am Zug. Klicke auf das Handelszentrum und wähle das Forschungslabor.',
  'lesson.upgrades.tech':
    'Ein Labor bringt ein Technologieplättchen und einen Forschungsschritt. Nimm ein umrandetes: eines unter einem Forschungsbereich bringt den Schritt dort, bei einem der untersten Reihe wählst du den Bereich.',
  'lesson.upgrades.step': 'Wirst du nach einem Bereich gefragt, wähle ihn. Bestätige dann den Zug.',
  'lesson.power': 'Macht',
  'lesson.power.about': 'Drei Bereiche, Macht durch die Bauten der Nachbarn, und was du für Macht bekommst.',
  'lesson.power.charge':
    'Ein Nachbar hat in deiner Nähe gebaut, darum darfst du 1 Macht erhalten: Ein Stein rückt einen Bereich weiter, und eine einzelne Macht kostet keine Siegpunkte. Nimm sie an; diese Antwort gilt sofort.',
  'lesson.power.burn':
    'Drücke C (oder Tauschen), dann das Machtopfer „II → III“: Du gibst einen Stein aus Bereich II endgültig ab, und ein anderer rückt in Bereich III.',
  'lesson.power.spend':
    'Macht aus Bereich III kann ausgegeben werden. Nutze eine umrandete Machtaktion in der Reihe unter dem Forschungstableau; jede gibt es einmal je Runde.',
  'lesson.gaia': 'Gaia-Projekte',
  'lesson.gaia.about': 'Mach aus einem Transdim-Planeten einen Gaiaplaneten und kolonisiere ihn.',
  'lesson.gaia.start':
    'Starte ein Gaia-Projekt auf einem umrandeten Transdim-Planeten (Tr). Sechs Machtsteine kommen in den Gaia-Bereich und später zurück.',
  'lesson.gaia.bowls': 'Wähle, aus welchen Bereichen die sechs Steine kommen, und bestätige dann den Zug.',
  'lesson.gaia.pass':
    'Passe (P) mit einem beliebigen Booster. Zu Beginn der nächsten Runde wird der Planet zum Gaiaplaneten.',
  'lesson.gaia.mine':
    'Runde 2 hat begonnen; wirst du nach der Reihenfolge des Einkommens gefragt, wähle und bestätige. Dein Gaiaplanet ist bereit: Baue eine Mine darauf. Er braucht kein Terraforming.',
  'lesson.federation': 'Allianzen',
  'lesson.federation.about': 'Verbinde Planeten mit Satelliten, bis ihr Machtwert 7 ist.',
  'lesson.federation.form':
    'Dein Regierungssitz zählt 3, jedes Handelszentrum 2: zusammen 7. Drücke F: Die günstigste Verbindung wird auf dem Spielplan gezeichnet. Klicke sie in der Liste an.',
  'lesson.federation.bowls':
    'Jeder Satellit kostet endgültig einen Machtstein. Wähle, aus welchen Bereichen die drei Steine kommen.',
  'lesson.federation.token': 'Wähle einen Allianzmarker; was er bringt, kommt sofort.',
  'lesson.passing': 'Passen und Rundenbooster',
  'lesson.passing.about': 'Was dein Booster beim Passen wert ist und was der nächste bringt.',
  'lesson.passing.mine':
    'Beim Passen bringt dein Booster einen Siegpunkt je Mine auf dem Spielplan. Baue noch eine.',
  'lesson.passing.pass':
    'Drücke P. Jede Karte zeigt, was ihr Booster nächste Runde bringt; die Punkte fürs Passen kommen vom Booster, den du abgibst. Wähle einen.',
  'lesson.ev-look': 'Ein erster Blick',
  'lesson.ev-look.about': 'Worum es geht, zwei Welten und deine erste Aktion.',
  'lesson.ev-look.aim':
    'Willkommen! Die Alte Welt geht unter, und du bringst deine Bevölkerung auf die Neue. Dafür hast du vier Jahre. Wer auf der Neuen Welt 8 Nahrung, 8 Stahl und 8 Energie produziert und dort 3 Stadien hat, gewinnt das Rennen; schafft es niemand, entscheidet die niedrigste der drei Produktionen.',
  'lesson.ev-look.old':
    'Die Alte Welt: Jeder hat einen Kontinent. Hier produzierst du anfangs alles, und von hier muss alles fort. Was bei Spielende zurückbleibt, zählt gegen dich.',
  'lesson.ev-look.site':
    'Eine Produktionsstätte. Sie zeigt, was sie jedes Jahr produziert: je Bevölkerung oder Fabrik darin eine Ressource. Nahrung, Stahl und Energie sind die drei Ressourcen des Spiels. Holt ein Schiff sie ab, produziert sie hier nicht mehr.',
  'lesson.ev-look.new':
    'Die Neue Welt: leere Felder, die du mit Bevölkerung und Fabriken aus deinen Schiffen besiedelst. Nur besiedelte Felder produzieren. Zuerst ist nur die Steppe frei; der Fortschritt öffnet Wüste, Wald und Ozean.',
  'lesson.ev-look.stock':
    'Was du jetzt auf der Alten Welt hast, was das nächste Einkommen bringt und was dort gegessen wird. Die warme Farbe und „ALT“ stehen auch bei Preisen immer für diese Welt.',
  'lesson.ev-look.stocks':
    'Dasselbe für die Neue Welt, grün und mit „NEU“. Ressourcen wechseln nie von selbst die Welt: Nur ein Schiff bringt sie hinüber. Darunter stehen deine Produktionen dort, mit dem Ziel bei 8.',
  'lesson.ev-look.displays':
    'Die Auslagen: Schiffe, Stadien und Infrastrukturen, die du nehmen kannst. Jede Karte zeigt ihren Preis, und wer zuerst kommt, bekommt sie.',
  'lesson.ev-look.years':
    'Jedes der vier Jahre hat dieselben Phasen: Einkommen, Aktionen, Transport, dann Reihenfolge, Fortschritt und Bonus. Die umrahmte läuft gerade.',
  'lesson.ev-look.actions':
    'In der Aktionsphase macht reihum jeder eine Aktion, so oft er kann und will. Die Aktionen stehen in vier Bereichen; die ersten zwei eines Jahres sind kostenlos, die übrigen kosten Energie.',
  'lesson.ev-look.turn':
    'Was du wählst, wird hier erst entworfen, mit seinem Preis. Nichts gilt, bevor du es bestätigst. Bist du am Zug, leuchtet alles, was möglich ist.',
  'lesson.ev-look.act': 'Jetzt du: Nimm die Aktion „Fabrik“ in Bereich 2.',
  'lesson.ev-look.factory':
    'Eine Fabrik kostet eine Ressource ihrer Art. Wähle eine, die die Alte Welt bezahlt; ein Schiff kann sie später mitnehmen.',
  'lesson.ev-look.confirm':
    'Die Aktion ist entworfen. „Schritt zurück“ nähme sie zurück; „Zug bestätigen“ spielt sie.',
  'lesson.ev-look.after':
    'Das war eine Aktion! An einem echten Tisch wären jetzt die anderen dran. Die nächsten Lektionen zeigen, was die übrigen Aktionen tun.',
  'lesson.ev-food': 'Nahrung und Strafen',
  'lesson.ev-food.about': 'Beide Welten wollen jedes Jahr essen und später auch unterhalten werden.',
  'lesson.ev-food.old':
    'Nach dem Einkommen jedes Jahres wird gegessen. Hier steht, wie viel Nahrung die Alte Welt brauchen wird; sie wird von selbst genommen.',
  'lesson.ev-food.new':
    'Auch die Neue Welt wird Nahrung brauchen, und du hast dort keine. Für jede fehlende Nahrung bekommst du ein Strafplättchen, und jedes kostet dich am Ende etwas.',
  'lesson.ev-food.ahead':
    'Hier siehst du immer, was das nächste Jahr verlangt: Nahrung der Alten Welt, Nahrung der Neuen Welt, Stadien auf der Neuen Welt. Ein Dreieck sagt, dass etwas fehlen wird.',
  'lesson.ev-food.trade':
    'Nimm die Aktion „Tausch“ in Bereich 4: Sie bringt eine Ressource, und du darfst andere tauschen.',
  'lesson.ev-food.gain': 'Lege Nahrung auf die Neue Welt.',
  'lesson.ev-food.confirm':
    'Jetzt könntest du bis zu dreimal tauschen, immer innerhalb einer Welt. Du musst nicht: Verzichte. Drücke dann „Zug bestätigen“.',
  'lesson.ev-food.after':
    'Nun fehlt nichts mehr. In Jahr 3 verlangt die Neue Welt außerdem 1 Stadion, in Jahr 4 sind es 2; auch ein fehlendes Stadion kostet ein Strafplättchen.',
  'lesson.ev-year': 'Ein Jahr geht zu Ende',
  'lesson.ev-year.about': 'Machtpunkte, zwei Marker, Reihenfolge und das nächste Einkommen.',
  'lesson.ev-year.phases':
    'Ein Jahr endet, wenn alle gepasst haben. Dann fliegen Schiffe, die Reihenfolge ändert sich, die Marker ziehen, und der Bonus wird vergeben. Sehen wir es uns einmal an.',
  'lesson.ev-year.act':
    'Nimm die Aktion „Forschung“ in Bereich 4. Sie zählt 4 Machtpunkte, weil sie in Bereich 4 steht.',
  'lesson.ev-year.column':
    'Wähle eine Technologie. Die unterste einer Spalte braucht eine Forschung, die anderen zwei; eine fertige wirkt für den Rest des Spiels.',
  'lesson.ev-year.confirm': 'Bestätige den Zug.',
  'lesson.ev-year.pass': 'Passe jetzt für dieses Jahr. Du hast kein Schiff, darum fliegt nichts.',
  'lesson.ev-year.split':
    'Deine 4 Machtpunkte ziehen deine zwei Marker auf der Leiste, zusammen 4 Felder. Wähle, wie du sie verteilst.',
  'lesson.ev-year.send':
    'Wo ein Marker landet, kann das Feld etwas anbieten: Nimm es oder verzichte. Bestätige dann, und das Jahr geht zu Ende.',
  'lesson.ev-year.track':
    'Hier stehen jetzt deine Marker. Solange ein Marker auf einem Symbol steht, hilft es dir, Felder zu besiedeln, die es verlangen. Hinter den Wendepunkten öffnen sich neue Landschaften, und die Produktionsstätten im Meer kommen von selbst mit.',
  'lesson.ev-year.order':
    'Wer mehr Zufriedenheit hat, ist im nächsten Jahr früher dran; bei Gleichstand dreht sich die Reihenfolge um. Zufriedenheit kommt von Stadien und fertigen Technologien.',
  'lesson.ev-year.income':
    'Jahr 2 hat begonnen: Deine Produktionsstätten haben produziert, und es wurde gegessen. Was fehlte, ist ein Strafplättchen geworden.',
  'lesson.ev-modes': 'Punkte und Aktionskarten',
  'lesson.ev-modes.about': 'Die andere Art zu spielen: Ziele, Handkarten und Punkte statt eines Rennens.',
  'lesson.ev-modes.modes':
    'Bisher war es ein Rennen mit einfachen Aktionen, der beste Anfang. Im Punktemodus werden alle vier Jahre gespielt, und es zählen Punkte: für deine niedrigste Produktion, für Ziele und für Zufriedenheit. Hier steht, was du jetzt hättest.',
  'lesson.ev-modes.goals':
    'Jeder hat drei geheime Zielkarten. Sie sagen, was dir am Ende Punkte bringt und wie weit du bist.',
  'lesson.ev-modes.hand':
    'Mit fortgeschrittenen Aktionen hast du vier Handkarten. In deinem Zug spielst du entweder eine für ihre Effekte oder schiebst eine unter einen Bereich, um eine Aktion deines Tableaus zu nehmen. Danach ziehst du nach.',
  'lesson.ev-modes.play': 'Spiel eine Karte: Wähle eine, die leuchtet. Zeige darauf, um zu lesen, was sie tut.',
  'lesson.ev-modes.do':
    'Tu, was die Karte verlangt, oder verzichte darauf, bis der Zug vollständig ist; bestätige ihn dann.',
  'lesson.ev-modes.more':
    'Beides lässt sich mischen, wenn du einen Tisch einrichtest: Rennen oder Punkte, einfache oder fortgeschrittene Aktionen. Jetzt weißt du alles für eine eigene Partie.',
  'lesson.ev-game': 'Erste kurze Partie',
  'lesson.ev-game.about': 'Die zweite Hälfte eines echten Rennens: Jahr 3 und 4 gegen einen sanften Bot.',
  'lesson.ev-game.text':
    'Du spielst ein Rennen mit einfachen Aktionen gegen einen Bot, der so spielt wie Leute in ihrer ersten Partie. Zwei Jahre sind vorbei: Jahr 3 beginnt. Bring hinüber, was du kannst, besiedle, und achte auf deine niedrigste Produktion. Spiel bis zum Ende von Jahr 4.',
  'lesson.ev-game.ship': 'Starte in der Transportphase ein Schiff zur Neuen Welt; es braucht Energie.',
  'lesson.ev-game.site': 'Lade eine Produktionsstätte darauf: Bevölkerung oder eine Fabrik kommen mit.',
  'lesson.ev-game.settle': 'Besiedle ein Feld der Neuen Welt mit Bevölkerung, Stahl und Fabriken.',
  'lesson.ev-game.stadium': 'Sorge für ein Stadion auf der Neuen Welt: Baue es dort oder bring eines hinüber.',
  'lesson.ev-game.research': 'Erforsche eine Technologie.',
  'lesson.ev-game.progress': 'Verteile am Ende des Jahres deine Machtpunkte auf die Marker.',
  'lesson.ev-worlds': 'Zwei Welten und Einkommen',
  'lesson.ev-worlds.about': 'Ressourcen auf zwei Welten, nie vermischt; was hereinkommt und was gegessen wird.',
  'lesson.ev-worlds.1':
    'Alles, was du hast, liegt auf einer von zwei Welten. Du brauchst Stahl auf der Neuen Welt: Nimm die Aktion „Ressource + Forschung“ in Bereich 1.',
  'lesson.ev-worlds.2':
    'Eine erhaltene Ressource geht auf die Welt deiner Wahl; von selbst wechselt sie nie. Lege Stahl auf die Neue Welt.',
  'lesson.ev-worlds.3':
    'Die Aktion forscht auch. Zeig auf eine Technologie, um zu lesen, was sie tut, und wähle dann eine Spalte.',
  'lesson.ev-worlds.4':
    'Unter den Ressourcen jeder Welt steht, was das nächste Einkommen bringt und wie viel Nahrung fällig wird. Bisher ist alles nur entworfen: Drück auf „Zug bestätigen“.',
  'lesson.ev-actions': 'Aktionen und Energie',
  'lesson.ev-actions.about': 'Vier Bereiche, ein steigender Energiepreis, Machtpunkte für den Fortschritt.',
  'lesson.ev-actions.1':
    'Eine Aktion zählt für Fortschritt und Bonus so viele Machtpunkte wie die Nummer ihres Bereichs. Baue ein Raumschiff: Bereich 3.',
  'lesson.ev-actions.2':
    'Ein Schiff, das Bevölkerung fortbringen soll, muss auf der Alten Welt stehen. Nimm irgendein Schiff dorthin; die Alte Welt zahlt.',
  'lesson.ev-actions.3':
    'Die Zahlen über den Bereichen sind die Energie jeder weiteren Aktion: Die ersten zwei sind kostenlos, dann steigt sie. Bereite eine Fabrik vor: Bereich 2.',
  'lesson.ev-actions.4':
    'Eine Fabrik wird mit einer Ressource ihrer Art bezahlt, von der Welt, auf der sie entsteht. Wähle eine.',
  'lesson.ev-actions.c':
    'Zwei Aktionen sind entworfen. Du kannst Schritte zurücknehmen; „Zug bestätigen“ schickt sie ab. Bestätige.',
  'lesson.ev-actions.5':
    'Ab jetzt kosten Aktionen Energie, und dein Schiff braucht Energie zum Fliegen. Passe für dieses Jahr.',
  'lesson.ev-ships': 'Schiffe und Evakuierung',
  'lesson.ev-ships.about':
    'Produktionsstätten, Gebäude und Ressourcen verladen; sehen, was der Start auf beiden Welten bewirkt.',
  'lesson.ev-ships.1': 'Die Transportphase läuft. Wähle das Schiff auf der Alten Welt, um es zu beladen.',
  'lesson.ev-ships.2':
    'Produktionsstätten, deren Landschaft auf diesen Platz passt, leuchten auf der Alten Welt. Lade eine: Sie geht auf die Neue Welt und produziert hier nicht mehr.',
  'lesson.ev-ships.b':
    'Ein Gebäudeplatz nimmt eine Fabrik oder ein Stadion. Lade dein Startstadion: Die Neue Welt wird Stadien verlangen.',
  'lesson.ev-ships.3':
    'Nun die Fracht. In Jahr 2 verlangt die Neue Welt 1 Nahrung; fehlt sie, gibt es eine Strafe. Schick Nahrung.',
  'lesson.ev-ships.4': 'Die Tabelle zeigt beide Welten nach dem Start. Alles ist an Bord: Drücke „Starten“.',
  'lesson.ev-settle': 'Besiedeln und Fortschritt',
  'lesson.ev-settle.about': 'Jeden Platz eines Feldes füllen und deine zwei Marker ziehen.',
  'lesson.ev-settle.1': 'Bevölkerung wartet auf der Neuen Welt. Besiedle ein Feld: Bereich 3.',
  'lesson.ev-settle.2':
    'Ein Bevölkerungsplatz braucht 1 Bevölkerung und 1 Stahl der Neuen Welt. Wähle ein leuchtendes Feld.',
  'lesson.ev-settle.c': 'Deine Produktion auf der Neuen Welt ist gestiegen. Drück auf „Zug bestätigen“.',
  'lesson.ev-settle.3': 'Passe jetzt: Transport und Fortschritt folgen.',
  'lesson.ev-settle.4':
    'Verteile deine Machtpunkte auf die zwei Marker; die Leiste zeigt, wo sie enden und was sie erreichen. Wähle eine Aufteilung.',
  'lesson.ev-end': 'Stadien, Bonus und das Spielende',
  'lesson.ev-end.about':
    'Die Bevölkerung will Stadien; ein Bonus für die richtige Zahl von Machtpunkten; drei Stadien und 8/8/8 gewinnen das Rennen.',
  'lesson.ev-end.1': 'In Jahr 3 verlangt die Neue Welt 1 Stadion, in Jahr 4 sind es 2. Bau eines: Bereich 3.',
  'lesson.ev-end.2': 'Bau es auf der Neuen Welt, dann zählt es sofort: Wähle ein Stadion und die Neue Welt.',
  'lesson.ev-end.3':
    'Die Bonuskarte dieses Jahres belohnt genau 6 Machtpunkte, und du hast 3. Besiedle ein Feld: Bereich 3 zählt 3.',
  'lesson.ev-end.4': 'Wähle ein leuchtendes Feld.',
  'lesson.ev-end.c': 'Jetzt hast du genau 6. Drück auf „Zug bestätigen“.',
  'lesson.ev-end.5':
    'Dein Feld der Neuen Welt zeigt das Rennziel: 8 in jeder Produktion und 3 Stadien. Passe, um die Lektion zu beenden.',
};
export default strings;
