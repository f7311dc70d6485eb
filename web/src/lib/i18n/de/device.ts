/** Words of playing without a server. */
export default {
  'device.here': 'Auf diesem Gerät spielen',
  'device.here.about': 'Ohne Server: Einmal werden {n} MB geladen.',
  'device.here.there': 'Ohne Server, auch ohne Netz.',
  'device.mark': 'auf diesem Gerät',
  'device.title': 'Auf diesem Gerät',
  'device.about':
    'Orrery kann ohne Server spielen: allein, gegen Bots jeder Stufe oder mehrere Personen an einem Bildschirm. Die Partien bleiben in diesem Browser.',
  'device.keep': 'Auf diesem Gerät behalten ({n} MB)',
  'device.keep.about': 'Dann öffnet sich die Seite und spielt ohne Netz, auch nach einem Neustart.',
  'device.keeping': 'Wird geladen: {n} von {of} MB',
  'device.kept': 'Behalten: Alles funktioniert ohne Netz.',
  'device.letGo': 'Dateien entfernen',
  'device.cannot': 'Dieser Browser behält für diese Adresse keine Dateien; dazu braucht es https.',
  'device.loading': 'Die Engine wird geladen: {n} von {of} MB',
  'device.starting': 'Die Engine startet …',
  'device.files': 'Deine Partien als Datei',
  'device.files.about':
    'Browser können vergessen, was eine Seite behält, Safari nach sieben Tagen ohne Besuch. Eine Datei ist sicher.',
  'device.export': 'Alle Partien speichern',
  'device.import': 'Datei einlesen',
  'device.brought':
    '{added, plural, one {# Partie eingelesen} other {# Partien eingelesen}}; {known} waren schon hier, {broken} ließen sich nicht nachspielen.',
  'device.instead': 'Stattdessen auf dem Server spielen',
  'device.remove': 'Von diesem Gerät entfernen',
  'device.remove.sure': 'Diese Partie endgültig entfernen',
  'device.take': 'Auf dieses Gerät kopieren',
  'device.mark.carried': 'auf diesem Gerät, wird auf dem Server weitergespielt',
  'device.carry': 'Auf dem Server weiterspielen',
  'device.carry.about':
    'Die Partie geht dort weiter, wo sie steht, auf Wunsch mit anderen auf ihren Plätzen. Die Kopie bleibt auf diesem Gerät.',
  'device.carry.about.record':
    'Die Partie geht weiter, wo sie steht, auf Wunsch mit anderen auf ihren Plätzen. Diese Aufzeichnung bleibt, wie sie ist.',
  'device.carry.known':
    'Die anderen erfahren, dass die Partie von einem Gerät kommt: Du könntest wissen, was der Zufall noch bringt. In den Ergebnissen zählt sie nicht.',
  'device.carry.me': 'ich',
  'device.carry.open': 'offen: jemand kommt dazu',
  'device.carry.bot': 'Bot: {level}',
  'device.carry.wait': 'Tisch eröffnen',
  'device.carry.now': 'Dort weiterspielen',
  'device.carried': 'Wird auf dem Server weitergespielt, seit: {when}.',
  'device.carried.open': 'Dort öffnen',
  'device.away':
    'Ein anderer Tab spielt jetzt die Partien dieses Geräts. Kehre hierher zurück, um weiterzuspielen.',
  'device.offline': 'Du bist offline. Partien auf diesem Gerät können gespielt werden.',
  'problem.no-engine': 'Diese Seite wurde ohne die Engine gebaut: Spiele auf dem Server.',
  'problem.no-load':
    'Die Engine konnte nicht geladen werden: Prüfe die Verbindung und versuche es noch einmal, oder spiele auf dem Server.',
  'problem.no-wasm':
    'Dieser Browser oder seine Richtlinie führt kein WebAssembly aus, das die Engine braucht: Spiele auf dem Server.',
  'problem.no-start':
    'Die Engine ist auf diesem Gerät nicht gestartet: Versuche es noch einmal, oder spiele auf dem Server.',
  'problem.no-room':
    'Auf diesem Gerät ist kein Platz, um den Zug zu speichern. Nichts wurde gespielt; schaffe Platz und versuche es noch einmal.',
  'problem.no-server': 'Hinter dieser Seite steht kein Server: Das geht nur mit einem.',
};
