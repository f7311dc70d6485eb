/** Words of the tutorials, Hungarian. */
import type en from '../en/lessons';

const strings: Record<keyof typeof en, string> = {
  'lesson.look': 'Az első pillantás',
  'lesson.look.about': 'Miről szól a játék, mi hol van, és az első bányád.',
  'lesson.look.aim':
    'Üdv! A Gaia Projectben mindenki egy népet vezet, amely benépesít egy galaxist. Hat forduló után az nyer, akinek a legtöbb győzelmi pontja van. A csillag a tiédet mutatja.',
  'lesson.look.map':
    'Ez a galaxis. Minden korong egy bolygó; a két betű a típusát jelöli. A sötét mezők közöttük az üres űr. Húzd a játékteret, ha el akarod mozdítani; görgővel vagy két ujjal nagyíthatsz.',
  'lesson.look.home':
    'Te a terránokat vezeted, az otthonuk a Terra típusú bolygó. A kis épület az egyik bányád. Minden, ami a tiéd, ugyanolyan színű, és ugyanaz a jele.',
  'lesson.look.others':
    'Ez a bánya a xenóké: ők a másik játékos ebben a leckében. Egy bolygón csak egy játékosnak van hely.',
  'lesson.look.goods':
    'Amid van: kreditből és ércből építesz, tudásból kutatsz, a kvantumkocka (a zöld kocka) messzebbi bolygókat ér el. A kis szám a pluszjellel a bevételed: minden forduló elején ennyit kapsz.',
  'lesson.look.power':
    'Az energia három területen áll, és egyikről a másikra lép. Hogy ez mire jó, arról külön lecke szól.',
  'lesson.look.research':
    'A kutatási tábla: hat terület, amelyeken egyre jobb leszel az építésben, a repülésben, a termelésben. Alattuk tech lapkák vannak, azok alatt a közös energia-akciók.',
  'lesson.look.rounds':
    'A játék hat fordulóból áll. Minden forduló lapkája megmutatja, mi hoz benne külön pontot; a bekeretezett a mostani fordulóé. A két lapkát a sor végén a játék végén értékelik ki.',
  'lesson.look.turn':
    'A körödben egyetlen dolgot csinálsz: építesz, fejlesztesz, kutatsz, akciót használsz vagy passzolsz. Amikor te jössz, minden lehetséges dolog világít, az árával együtt. Amit választasz, előbb ide kerül vázlatként; semmi sem érvényes, amíg meg nem erősíted.',
  'lesson.look.mine':
    'Most te jössz: építs bányát a bekeretezett bolygóra. Ugyanolyan, mint az otthonod, ezért csak 2 kreditbe és 1 ércbe kerül. Kattints rá (vagy nyomj N-t, amíg ki nem jelölöd, azután Entert).',
  'lesson.look.confirm':
    'A bánya a vázlatban van: itt látod az árát. A „Lépés vissza” visszavonná. Nyomd meg a „Kör megerősítése” gombot, és felépül.',
  'lesson.look.after':
    'Ez volt egy kör! Egy igazi asztalnál most a következő játékos jönne. Felváltva léptek, amíg már nincs mit tenned, és passzolsz; ha mindenki passzolt, bevétellel kezdődik a következő forduló.',
  'lesson.research': 'Kutatás',
  'lesson.research.about': 'Hat terület, mit hoznak a szintek, és mi van a tetejükön.',
  'lesson.research.areas':
    'Minden oszlop egy kutatási terület. A jeled mutatja a szintedet, alul 0, legfelül 5. A bolygó-átalakítás olcsóbbá teszi az idegen bolygókat, a navigáció messzebbre visz, a mesterséges intelligencia kvantumkockát ad, a Gaia Project átalakítót, a gazdaság kreditet, ércet és energiát, a tudomány tudást.',
  'lesson.research.levels':
    'A mező mutatja, mit hoz a szintje. Mutass rá (vagy koppints), ha a teljes szöveget olvasnád. Csak az a szint számít, amelyen állsz; aki a harmadikra lép, 3 energiát is feltölt.',
  'lesson.research.step':
    'Egy lépés 4 tudásba kerül, és ez az egész köröd. Lépj egyet: be van keretezve minden terület következő szintje, amelyet ki tudsz fizetni.',
  'lesson.research.confirm': 'Az ár és a nyereség ott áll a vázlatban. Erősítsd meg a kört.',
  'lesson.research.again': 'A tudásod még egy lépésre elég, ugyanazon vagy egy másik területen. Lépj.',
  'lesson.research.top':
    'Az ötödik szint a legjobb. Csak egy játékos állhat ott, és a lépéshez zöld oldalával felfelé fordított szövetségbónusz lapka kell. A játék végén a 3., a 4. és az 5. szint 4-4 pontot ér.',
  'lesson.scoring': 'Honnan jönnek a pontok',
  'lesson.scoring.about':
    'A körpontozó lapka, a két játékvégi pontozólapka, a kutatás és a maradék: egy játszma utolsó fordulója.',
  'lesson.scoring.round':
    'Ez egy játék utolsó fordulója. A lapkája 3 pontot ad egy Gaia-bolygóra épített bányáért; a többi forduló mást jutalmaz. Ami illik a lapkához, azt az ő fordulójában érdemes megtenni.',
  'lesson.scoring.mine':
    'Még egy bányára van miből. Építsd egy bekeretezett bolygóra: a nagyobb birodalom a végén számít.',
  'lesson.scoring.finals':
    'A két játékvégi pontozólapka összeveti a játékosokat: itt azt, kinek van a legtöbb épülete, és ki van jelen a legtöbb szektorban. Az első, a második és a harmadik hely 18, 12 és 6 pontot ér. Két játékosnál egy semleges harmadik is beleszámít. A lapkák mindig mutatják az állást.',
  'lesson.scoring.research':
    'Minden terület, ahol a 3. szinten állsz, 4 pontot ér; a 4. szint 8-at, az 5. szint 12-t.',
  'lesson.scoring.foretold':
    'A megmaradt kreditből, ércből és tudásból három-három ér egy pontot. A pontjaid melletti kis szám azt mutatja, mennyid lenne, ha most véget érne a játék.',
  'lesson.scoring.pass': 'Nincs több tennivaló: passzolj. Az utolsó fordulóban senki sem vesz el új körbónuszt.',
  'lesson.scoring.confirm':
    'A vége előtt még átválthatnád a maradékot. Válaszd a „Kész” gombot, azután erősítsd meg: vége a játéknak.',
  'lesson.scoring.result':
    'A végeredmény: amid volt, azután a játékvégi pontozólapkák, a kutatás és a maradék. Most már mindent tudsz egy saját játékhoz.',
  'lesson.game': 'Az első rövid játék',
  'lesson.game.about': 'Egy igazi játék második fele: három forduló egy szelíd bot ellen.',
  'lesson.game.text':
    'A terránokat vezeted a xenók ellen; őket egy bot irányítja, amely úgy játszik, ahogy az emberek az első játékukban. Három forduló már lement, és neked jobb a helyzeted: a 4. forduló kezdődik. Játszd végig az utolsó három fordulót.',
  'lesson.game.mine': 'Építs bányát. Olcsók azok a bolygók, amelyek a keréken közel vannak a te típusodhoz.',
  'lesson.game.upgrade':
    'Fejlessz egy bányát kereskedelmi állomássá, vagy egy kereskedelmi állomást kutatólaborrá: több bevételt hoz.',
  'lesson.game.research': 'Lépj egyet előre a kutatásban, 4 tudásért vagy egy tech lapkával.',
  'lesson.game.action': 'Használj egy energia-akciót a kutatási tábla alatt, vagy a körbónuszod akcióját.',
  'lesson.game.pass': 'Passzolj, ha már nincs jó lépésed, és válaszd azt a körbónuszt, amelyik legközelebb kell.',
  'lesson.game.federation': 'Alapíts szövetséget (F), amint az épületeid együtt 7-et érnek.',
  'lesson.resources': 'Erőforrások és bevétel',
  'lesson.resources.about': 'Mid van, hogyan váltod át, és mit hoz egy bánya minden fordulóban.',
  'lesson.resources.convert':
    'Az erőforrásaid a tábládon vannak. Kattints a kreditre (vagy nyomj C-t), majd az „1 érc → 1 kredit” gombra.',
  'lesson.resources.mine':
    'Most építs bányát a bekeretezett bolygóra: a saját típusod, ezért csak 2 kreditbe és 1 ércbe kerül. A hely, amelyet a bánya a tábládon szabaddá tesz, minden bevételi fázisban 1 érccel többet ad.',
  'lesson.confirm':
    'Ez még csak vázlat; a „Lépés vissza” lépéseket von vissza. Erősítsd meg a kört, hogy érvényes legyen.',
  'lesson.mines': 'Bányák, elérési távolság és bolygó-átalakítás',
  'lesson.mines.about': 'Mely bolygókat éred el, és mibe kerül lakhatóvá tenni őket.',
  'lesson.mines.terraform':
    'Építs bányát egy bekeretezett bolygóra. Más típusú, ezért át kell alakítani: a te szinteden lépésenként 2 érc. A kerék mutatja, hány lépésre vannak az egyes típusok az anyabolygódétól; a játéktér mellett áll, telefonon a tábláknál.',
  'lesson.mines.range':
    'Az elérési távolságod 2. Egy kvantumkocka (az árban a zöld négyzet) egy akcióra 2-vel növeli. Építs bányát egy bekeretezett bolygóra, amely enélkül túl messze van.',
  'lesson.upgrades': 'Fejlesztés és kutatás',
  'lesson.upgrades.about': 'A bányától a kutatólaborig és az első tech lapkáig.',
  'lesson.upgrades.station':
    'Fejlessz egy bányát kereskedelmi állomássá. Ahol más játékos legfeljebb 2 mezőre van, 6 helyett 3 kreditbe kerül.',
  'lesson.upgrades.lab': 'Megint te jössz. Kattints a kereskedelmi állomásra, és válaszd a kutatólabort.',
  'lesson.upgrades.tech':
    'A labor tech lapkát és egy kutatási előrelépést ad. Vegyél el egy bekeretezettet: a kutatási terület alatti azon a területen ad lépést, a legalsó sor lapkáinál te választasz területet.',
  'lesson.upgrades.step': 'Ha kérdez, válassz területet. Azután erősítsd meg a kört.',
  'lesson.power': 'Energia és feltöltés',
  'lesson.power.about':
    'Három terület, energiafeltöltés a szomszédok építkezéséből, és hogy mire használhatod fel az energiát.',
  'lesson.power.charge':
    'Egy szomszéd a közeledben épített, ezért 1 energiát feltölthetsz: egy korong egy területtel továbblép, és egyetlen energia nem kerül pontba. Fogadd el; ez a válasz azonnal érvényes.',
  'lesson.power.burn':
    'Nyomj C-t (vagy Átváltás), majd a „II → III” feláldozás: egy korongot végleg feláldozol a II. területről, egy másik pedig a III. területre lép.',
  'lesson.power.spend':
    'A III. terület energiáját felhasználhatod. Válassz egy bekeretezett energia-akciót a kutatási tábla alatti sorból; mindegyik fordulónként egyszer használható.',
  'lesson.gaia': 'Gaia Projectek',
  'lesson.gaia.about': 'Alakíts egy átalakítható bolygót Gaia-bolygóvá, és hódítsd meg.',
  'lesson.gaia.start':
    'Indíts Gaia Projectet egy bekeretezett átalakítható bolygón (Át). Hat energiakorong a Gaia-területre kerül, és később visszatér.',
  'lesson.gaia.bowls': 'Válaszd ki, mely területekről jön a hat korong, azután erősítsd meg a kört.',
  'lesson.gaia.pass': 'Passzolj (P) bármelyik körbónusszal. A következő forduló elején a bolygó Gaia-bolygó lesz.',
  'lesson.gaia.mine':
    'Elkezdődött a 2. forduló; ha a bevétel sorrendjét kérdezi, válassz, és erősítsd meg. A Gaia-bolygód kész: építs rá bányát. Nem kell átalakítani.',
  'lesson.federation': 'Szövetségek',
  'lesson.federation.about': 'Köss össze bolygókat műholdakkal, amíg az energiaértékük 7 nem lesz.',
  'lesson.federation.form':
    'Az intézeted 3-at ér, a kereskedelmi állomások 2-t: együtt 7. Nyomj F-et: a legolcsóbb összekötés megjelenik a játéktéren. Kattints rá a listában.',
  'lesson.federation.bowls':
    'Minden műhold végleg egy energiakorongba kerül. Válaszd ki, mely területekről jön a három korong.',
  'lesson.federation.token': 'Válassz szövetségbónusz lapkát; amit ad, azonnal megkapod.',
  'lesson.passing': 'Passzolás és körbónuszok',
  'lesson.passing.about': 'Mennyit ér a körbónuszod passzoláskor, és mit hoz a következő.',
  'lesson.passing.mine':
    'Passzoláskor a körbónuszod a játéktéren álló bányáid után egy-egy pontot ad. Építs még egyet.',
  'lesson.passing.pass':
    'Nyomj P-t. Minden kártya mutatja, mit hoz a körbónusz a következő fordulóban; a passzolás pontjait az a bónusz adja, amelyet leadsz. Válassz egyet.',
  'lesson.ev-look': 'Az első pillantás',
  'lesson.ev-look.about': 'Miről szól a játék, két világ, és az első akciód.',
  'lesson.ev-look.aim':
    'Üdv! A Régi Világ pusztul, és te az Új Világra vezeted a népedet. Négy éved van. Aki az Új Világon 8 élelmet, 8 acélt és 8 energiát termel, és 3 stadionja van ott, megnyeri a versenyt; ha senkinek sem sikerül, a három termelés közül a legalacsonyabb dönt.',
  'lesson.ev-look.old':
    'A Régi Világ: mindenkinek van egy kontinense. Eleinte itt termelsz mindent, és innen kell mindent elvinni. Ami a játék végén itt marad, az ellened számít.',
  'lesson.ev-look.site':
    'Egy termelőhely. Mutatja, mit termel évente: minden rajta lévő népesség vagy gyár egy nyersanyagot ad. A játék három nyersanyaga az élelem, az acél és az energia. Ha egy hajó elviszi, itt már nem termel.',
  'lesson.ev-look.new':
    'Az Új Világ: üres mezők, amelyeket a hajóiddal hozott népességgel és gyárakkal telepítesz be. Csak a betelepített mezők termelnek. Eleinte csak a sztyeppe nyitott; a haladás nyitja meg a sivatagot, az erdőt és az óceánt.',
  'lesson.ev-look.stock':
    'Ami most a Régi Világon van, amit a következő bevétel hoz, és amit ott megesznek. A meleg szín és a „RÉGI” felirat az áraknál is mindig ezt a világot jelenti.',
  'lesson.ev-look.stocks':
    'Ugyanez az Új Világról, zölddel és „ÚJ” felirattal. A nyersanyagok sosem kerülnek át maguktól a másik világra: csak hajó viszi át őket. Alatta az ottani termeléseid állnak, a cél a 8.',
  'lesson.ev-look.displays':
    'A kínálat: hajók, stadionok és infrastruktúrák, amelyeket elvehetsz. Mindegyiken ott az ára, és aki előbb jön, azé lesz.',
  'lesson.ev-look.years':
    'A négy év mindegyike ugyanazokból a fázisokból áll: bevétel, akciók, szállítás, azután sorrend, haladás és bónusz. A bekeretezett a mostani.',
  'lesson.ev-look.actions':
    'Az akciófázisban felváltva mindenki egy-egy akciót hajt végre, ameddig tud és akar. Az akciók négy területen állnak; évente az első kettő ingyenes, a többi energiába kerül.',
  'lesson.ev-look.turn':
    'Amit választasz, előbb ide kerül vázlatként, az árával. Semmi sem érvényes, amíg meg nem erősíted. Amikor te jössz, minden lehetséges dolog világít.',
  'lesson.ev-look.act': 'Most te jössz: válaszd a 2. terület „Gyár” akcióját.',
  'lesson.ev-look.factory':
    'A gyár a saját fajtájából egy nyersanyagba kerül. Válassz egyet, amelyet a Régi Világ fizet; később egy hajó magával viheti.',
  'lesson.ev-look.confirm':
    'Az akció a vázlatban van. A „Lépés vissza” visszavonná; a „Kör megerősítése” lejátssza.',
  'lesson.ev-look.after':
    'Ez volt egy akció! Egy igazi asztalnál most a többiek jönnének. A következő leckék megmutatják, mit tudnak a többi akciók.',
  'lesson.ev-food': 'Élelem és büntetés',
  'lesson.ev-food.about': 'Mindkét világ enni akar minden évben, később szórakozni is.',
  'lesson.ev-food.old':
    'Minden év bevétele után esznek. Itt látod, mennyi élelem kell majd a Régi Világon; magától levonódik.',
  'lesson.ev-food.new':
    'Az Új Világon is kell majd élelem, és ott nincs semennyid. Minden hiányzó élelemért büntetőlapkát kapsz, és a végén mindegyik levon valamit.',
  'lesson.ev-food.ahead':
    'Itt mindig látod, mit kér a következő év: élelmet a Régi Világon, élelmet az Új Világon, stadiont az Új Világon. A háromszög jelzi, hogy valami hiányozni fog.',
  'lesson.ev-food.trade': 'Válaszd a 4. terület „Csere” akcióját: ad egy nyersanyagot, és másokat cserélhetsz.',
  'lesson.ev-food.gain': 'Vegyél élelmet az Új Világra.',
  'lesson.ev-food.confirm':
    'Most legfeljebb háromszor cserélhetnél, mindig egy világon belül. Nem kötelező: mondj le róla. Azután nyomd meg a „Kör megerősítése” gombot.',
  'lesson.ev-food.after':
    'Már nem hiányzik semmi. A 3. évben az Új Világ 1 stadiont is kér, a 4. évben 2-t; a hiányzó stadion is büntetőlapkával jár.',
  'lesson.ev-year': 'Véget ér egy év',
  'lesson.ev-year.about': 'Erőpontok, két jelölő, sorrend és a következő bevétel.',
  'lesson.ev-year.phases':
    'Az év akkor ér véget, ha mindenki passzolt. Akkor hajók repülnek, változik a sorrend, lépnek a jelölők, és jön a bónusz. Nézzük meg egyszer.',
  'lesson.ev-year.act': 'Válaszd a 4. terület „Kutatás” akcióját. 4 erőpontot ér, mert a 4. területen áll.',
  'lesson.ev-year.column':
    'Válassz technológiát. Egy oszlop legalsó lapkájához egy kutatás kell, a többihez kettő; ami elkészült, a játék végéig hat.',
  'lesson.ev-year.confirm': 'Erősítsd meg a kört.',
  'lesson.ev-year.pass': 'Most passzolj erre az évre. Nincs hajód, ezért semmi sem repül.',
  'lesson.ev-year.split':
    'A 4 erőpontod a két jelölődet lépteti a sávon, összesen 4 mezőt. Válaszd ki, hogyan osztod el.',
  'lesson.ev-year.send':
    'Ahová egy jelölő érkezik, a mező ajánlhat valamit: fogadd el, vagy mondj le róla. Azután erősítsd meg, és véget ér az év.',
  'lesson.ev-year.track':
    'Itt állnak most a jelölőid. Amíg egy jelölő egy szimbólumon áll, segít betelepíteni az azt kérő mezőket. A fordulópontokon túl új terepek nyílnak meg, és a tengeri termelőhelyek maguktól átköltöznek.',
  'lesson.ev-year.order':
    'Akinek több az elégedettsége, a következő évben előrébb kerül; döntetlennél megfordul a sorrend. Elégedettséget a stadionok és a kész technológiák adnak.',
  'lesson.ev-year.income':
    'Elkezdődött a 2. év: a termelőhelyeid termeltek, és ettek is. Ami hiányzott, abból büntetőlapka lett.',
  'lesson.ev-modes': 'Pontok és akciókártyák',
  'lesson.ev-modes.about': 'A másik játékmód: célok, kézben tartott kártyák, és verseny helyett pontok.',
  'lesson.ev-modes.modes':
    'Eddig verseny volt alapakciókkal, ez a legjobb kezdésnek. Pontozó módban mind a négy évet lejátsszátok, és pontok számítanak: a legalacsonyabb termelésedért, a célokért és az elégedettségért. Itt látod, mennyid lenne most.',
  'lesson.ev-modes.goals':
    'Mindenkinek három titkos célkártyája van. Megmutatják, mi hoz pontot a végén, és hol tartasz.',
  'lesson.ev-modes.hand':
    'Haladó akciókkal négy kártya van a kezedben. A körödben vagy kijátszol egyet a hatásaiért, vagy egy terület alá teszel egyet, hogy a táblád egyik akcióját válaszd. Azután húzol egy újat.',
  'lesson.ev-modes.play':
    'Játssz ki egy kártyát: válassz egyet, amelyik világít. Mutass rá, ha el akarod olvasni, mit tud.',
  'lesson.ev-modes.do':
    'Tedd meg, amit a kártya kér, vagy mondj le róla, amíg teljes nem lesz a kör; azután erősítsd meg.',
  'lesson.ev-modes.more':
    'A kettő vegyíthető, amikor asztalt állítasz össze: verseny vagy pontok, alap- vagy haladó akciók. Most már mindent tudsz egy saját játékhoz.',
  'lesson.ev-game': 'Az első rövid játék',
  'lesson.ev-game.about': 'Egy igazi verseny második fele: a 3. és a 4. év egy szelíd bot ellen.',
  'lesson.ev-game.text':
    'Versenyt játszol alapakciókkal egy bot ellen, amely úgy játszik, ahogy az emberek az első játékukban. Két év már lement: a 3. év kezdődik. Vidd át, amit tudsz, telepíts, és figyelj a legalacsonyabb termelésedre. Játssz a 4. év végéig.',
  'lesson.ev-game.ship': 'Indíts hajót az Új Világra a szállítási fázisban; energia kell hozzá.',
  'lesson.ev-game.site': 'Rakj rá egy termelőhelyet: népesség vagy gyár megy vele.',
  'lesson.ev-game.settle': 'Telepíts be egy mezőt az Új Világon népességgel, acéllal és gyárakkal.',
  'lesson.ev-game.stadium': 'Legyen stadionod az Új Világon: építsd oda, vagy vigyél át egyet.',
  'lesson.ev-game.research': 'Kutass ki egy technológiát.',
  'lesson.ev-game.progress': 'Az év végén oszd el az erőpontjaidat a jelölők között.',
  'lesson.ev-worlds': 'Két világ és bevétel',
  'lesson.ev-worlds.about': 'Két készlet, sosem keverve; mi jön be, és mit esznek meg.',
  'lesson.ev-worlds.1':
    'Mindened a két világ egyikén van. Acélra van szükséged az Új Világon: válaszd az 1. terület „Nyersanyag + kutatás” akcióját.',
  'lesson.ev-worlds.2':
    'A kapott nyersanyag az általad választott világra kerül; magától sosem megy át a másikra. Vegyél acélt az Új Világra.',
  'lesson.ev-worlds.3':
    'Az akció kutat is. Mutass egy technológiára, hogy elolvasd, mit tud, aztán válassz egy oszlopot.',
  'lesson.ev-worlds.4':
    'A készletek alatt látod, mit hoz a következő bevétel, és mennyi élelem kell majd. Ez eddig csak vázlat: nyomd meg a „Kör megerősítése” gombot.',
  'lesson.ev-actions': 'Akciók és energia',
  'lesson.ev-actions.about': 'Négy terület, növekvő energiaár, erőpontok a haladáshoz.',
  'lesson.ev-actions.1':
    'Egy akció annyi erőpontot ér a haladáshoz és a bónuszhoz, amennyi a területének száma. Építs űrhajót: 3. terület.',
  'lesson.ev-actions.2':
    'Az embereket elvivő hajónak a Régi Világon kell állnia. Végy oda egy tetszőleges hajót; a Régi Világ fizet.',
  'lesson.ev-actions.3':
    'A területek fölötti számok a további akciók energiaárai: az első kettő ingyenes, aztán nő. Készíts elő egy gyárat: 2. terület.',
  'lesson.ev-actions.4':
    'A gyárat a saját fajtájú nyersanyagával fizeted, azon a világon, ahol létrejön. Válassz egyet.',
  'lesson.ev-actions.c':
    'Két akció van a vázlatban. A lépések visszavonhatók; a „Kör megerősítése” elküldi őket. Erősítsd meg.',
  'lesson.ev-actions.5':
    'Innentől az akciók energiába kerülnek, és a hajódnak is energia kell a repüléshez. Passzolj erre az évre.',
  'lesson.ev-ships': 'Hajók és evakuálás',
  'lesson.ev-ships.about': 'Termelőhelyek, épületek és nyersanyagok berakása; mit tesz az indulás a két világgal.',
  'lesson.ev-ships.1': 'Ez a szállítási fázis. Válaszd ki a Régi Világon álló hajót a berakodáshoz.',
  'lesson.ev-ships.2':
    'A Régi Világon világítanak azok a termelőhelyek, amelyek terepe illik erre a helyre. Rakj be egyet: az Új Világra megy, és itt többé nem termel.',
  'lesson.ev-ships.b':
    'Az épülethely gyárat vagy stadiont visz. Rakd be a kezdő stadionodat: az Új Világ stadionokat fog kérni.',
  'lesson.ev-ships.3':
    'Most a rakomány. A 2. évben az Új Világ 1 élelmet kér; ha hiányzik, büntetés jár érte. Küldj élelmet.',
  'lesson.ev-ships.4':
    'A táblázat mindkét világot mutatja az indítás után. Minden a fedélzeten van: nyomd meg az „Indítás” gombot.',
  'lesson.ev-settle': 'Betelepítés és haladás',
  'lesson.ev-settle.about': 'Töltsd meg egy mező minden helyét, és léptesd a két jelölődet.',
  'lesson.ev-settle.1': 'Népesség vár az Új Világon. Telepíts be egy mezőt: 3. terület.',
  'lesson.ev-settle.2': 'Egy népességhelyhez 1 népesség és 1 acél kell az Új Világon. Válassz egy világító mezőt.',
  'lesson.ev-settle.c': 'Nőtt a termelésed az Új Világon. Nyomd meg a „Kör megerősítése” gombot.',
  'lesson.ev-settle.3': 'Most passzolj: a szállítás és a haladás következik.',
  'lesson.ev-settle.4':
    'Oszd el az erőpontjaidat a két jelölő között; a sáv mutatja, hová érnek és mit érnek el. Válassz egy felosztást.',
  'lesson.ev-end': 'Stadionok, bónusz és a játék vége',
  'lesson.ev-end.about':
    'Az emberek stadiont akarnak; bónusz a pontosan eltalált erőpontokért; három stadion és 8/8/8 megnyeri a versenyt.',
  'lesson.ev-end.1': 'A 3. évben az Új Világ 1 stadiont kér, a 4. évben kettőt. Építs egyet: 3. terület.',
  'lesson.ev-end.2': 'Építsd az Új Világra, így azonnal számít: válassz egy stadiont és az Új Világot.',
  'lesson.ev-end.3':
    'Ennek az évnek a bónuszkártyája pontosan 6 erőpontot jutalmaz, és neked 3 van. Telepíts be egy mezőt: a 3. terület 3-at ér.',
  'lesson.ev-end.4': 'Válassz egy világító mezőt.',
  'lesson.ev-end.c': 'Most pontosan 6 erőpontod van. Nyomd meg a „Kör megerősítése” gombot.',
  'lesson.ev-end.5':
    'Az Új Világ paneljén látod a verseny célját: mindhárom termelés 8, és 3 stadion. Passzolj a lecke befejezéséhez.',
};
export default strings;
