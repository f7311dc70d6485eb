/** Words of the tutorials: loaded with them. */

const strings = {
  'lesson.look': 'A first look',
  'lesson.look.about': 'What the game is about, what lies where, and your first mine.',
  'lesson.look.aim':
    'Welcome! In Gaia Project each player leads a people that settles a galaxy. After six rounds whoever has the most victory points wins. The star shows yours.',
  'lesson.look.map':
    'This is the galaxy. Each disc is a planet; the two letters on it name its type, such as Te for Terra or Ic for Ice. The dark hexes between them are empty space. Drag the map to move it, turn the wheel or pinch to zoom.',
  'lesson.look.home':
    'You are the Terrans, at home on Terra planets. The little building is a mine of yours. Everything that is yours has the same colour and the same sign.',
  'lesson.look.others':
    'This mine belongs to the Xenos, the other player of this lesson. A planet has room for one player.',
  'lesson.look.goods':
    'What you own: credits and ore pay for buildings, knowledge for research, a Q.I.C. (the green cube) reaches further planets. The small +number is your income: what comes in at the start of each round.',
  'lesson.look.power':
    'Power lies in three bowls and moves from one to the next. What that is good for has a lesson of its own.',
  'lesson.look.research':
    'The research board: six areas in which you become better, at building, flying, earning. Below them lie tech tiles, below those the power actions that everybody shares.',
  'lesson.look.rounds':
    'The game has six rounds. The tile of each round says what brings extra points in it; the framed one is the round of now. The two tiles at the end are scored when the game is over.',
  'lesson.look.turn':
    'In your turn you do one thing: build, upgrade, research, take an action, or pass. When it is your turn, everything possible is lit, with its price. What you choose is drafted here first; nothing counts before you confirm it.',
  'lesson.look.mine':
    'Now you: build a mine on the ringed planet. It is a Terra planet like your home, so it costs just 2 credits and 1 ore. Click it (or press N until it is marked, then Enter).',
  'lesson.look.confirm':
    'The mine is drafted: here stands what it costs. “Undo” would take it back. Press “Confirm turn” and it is built.',
  'lesson.look.after':
    'That was a turn! At a real table it would now be the next player’s. You take turns until you have nothing left to do and pass; when all have passed, the next round begins with income.',
  'lesson.research': 'Research',
  'lesson.research.about': 'Six areas, what each level brings, and what stands at their end.',
  'lesson.research.areas':
    'Each column is an area. Your sign shows your level, from 0 at the bottom to 5 at the top. Terraforming makes foreign planets cheaper, Navigation reaches further, Artificial Intelligence brings Q.I.C.s, Gaia Project brings gaiaformers, Economy credits, ore and power, Science knowledge.',
  'lesson.research.levels':
    'A cell shows what its level brings. Point at it (or tap it) to read it in full. Only the level on which you stand counts; the third level also charges 3 power when you get there.',
  'lesson.research.step':
    'A step costs 4 knowledge and is your whole turn. Take one: the next level of every area that you can pay is ringed.',
  'lesson.research.confirm': 'The price and the gain stand in the draft. Confirm the turn.',
  'lesson.research.again': 'You have knowledge for one more step, in the same or in another area. Take it.',
  'lesson.research.top':
    'The fifth level is the best. Only one player may stand there, and the step needs a federation token with its green side up. At the end of the game the levels 3, 4 and 5 are worth 4 points each.',
  'lesson.scoring': 'Where points come from',
  'lesson.scoring.about':
    'The round tile, the two final tiles, research and what is left over: the last round of a game.',
  'lesson.scoring.round':
    'This is the last round of a game. Its tile gives 3 points for a mine on a Gaia planet; other rounds reward something else. What fits the tile is best done in its round.',
  'lesson.scoring.mine':
    'You have goods for one more mine. Build it on a ringed planet: a larger realm counts at the end.',
  'lesson.scoring.finals':
    'The two final tiles compare the players: here who has the most structures and who is in the most sectors. First, second and third place bring 18, 12 and 6 points. With two players a neutral third one is compared too. The tiles always show how it stands.',
  'lesson.scoring.research':
    'Each area in which you stand on level 3 brings 4 points, on level 4 it is 8, on level 5 12.',
  'lesson.scoring.foretold':
    'Of what is left over, three credits, ore or knowledge make a point. The small number beside your points is what you would have if the game ended now.',
  'lesson.scoring.pass': 'Nothing is left to do: pass. In the last round nobody takes a new booster.',
  'lesson.scoring.confirm':
    'Before the end you could still convert what is left. Choose “Done”, then confirm: the game is over.',
  'lesson.scoring.result':
    'The final scores: what you had, then final tiles, research and leftovers. Now you know everything for a game of your own.',
  'lesson.game': 'First short game',
  'lesson.game.about': 'The second half of a real game: three rounds against a gentle bot.',
  'lesson.game.text':
    'You play the Terrans against the Xenos, led by a bot that plays as people do in their first game. Three rounds are over and you have the better start: round 4 begins. Play the last three rounds to the end.',
  'lesson.game.mine': 'Build a mine. Cheap planets are near your own type on the wheel.',
  'lesson.game.upgrade':
    'Upgrade a mine to a trading station, or a trading station to a research lab: it uncovers more income.',
  'lesson.game.research': 'Go a step up in research, with 4 knowledge or with a tech tile.',
  'lesson.game.action': 'Use a power action below the research board, or an action of your own booster.',
  'lesson.game.pass': 'Pass when you have nothing good left, and choose the booster that you need next.',
  'lesson.game.federation': 'Form a federation (F) as soon as your structures make 7 together.',
  'lesson.resources': 'Resources and income',
  'lesson.resources.about': 'What you own, how to convert it, and what a mine brings every round.',
  'lesson.resources.convert':
    'Your resources stand on your board. Click the credits (or press C), then “1 ore → 1 credit”.',
  'lesson.resources.mine':
    'Now build a mine on the ringed planet: it is of your own type, so it costs only 2 credits and 1 ore. The space that the mine leaves on your board gives 1 more ore in each income phase.',
  'lesson.confirm': 'So far this is only a draft; Undo takes steps back. Confirm the turn to play it.',
  'lesson.mines': 'Mines, range and terraforming',
  'lesson.mines.about': 'Which planets you reach, and what it costs to make them a home.',
  'lesson.mines.terraform':
    'Build a mine on a ringed planet. It is of another type, so it must be terraformed: 2 ore for each step at your level. The wheel shows how many steps every type is away from yours; it stands beside the map, on a phone under Boards.',
  'lesson.mines.range':
    'Your range is 2. A Q.I.C. (the green square in the price) adds 2 for one action. Build a mine on a ringed planet, too far without it.',
  'lesson.upgrades': 'Upgrades and research',
  'lesson.upgrades.about': 'From a mine to a research lab, and your first tech tile.',
  'lesson.upgrades.station':
    'Upgrade a mine to a trading station. Where another player is at most 2 hexes away it costs 3 credits instead of 6.',
  'lesson.upgrades.lab': 'It is your turn again. Click the trading station and choose the research lab.',
  'lesson.upgrades.tech':
    'A lab brings a tech tile and a research step. Take a ringed tile: one below a track brings the step on that track, one of the lowest row lets you choose the track.',
  'lesson.upgrades.step': 'If you are asked for a track, choose it. Then confirm the turn.',
  'lesson.power': 'Power and charging',
  'lesson.power.about': 'Three bowls, power from what your neighbours build, and what power buys.',
  'lesson.power.charge':
    'A neighbour built near you, so you may charge 1 power: a token moves on by one bowl, and a single power costs no points. Accept it; this answer is sent at once.',
  'lesson.power.burn':
    'Press C (or Convert), then burn with “II → III”: you give up one token of bowl II for good, and another one moves to bowl III.',
  'lesson.power.spend':
    'Power of bowl III can be spent. Use a ringed power action of the row below the research board; each can be used once a round.',
  'lesson.gaia': 'Gaia projects',
  'lesson.gaia.about': 'Turn a transdim planet into a Gaia planet and settle there.',
  'lesson.gaia.start':
    'Start a Gaia project on a ringed transdim planet (Tr). Six power tokens go to the Gaia area and come back later.',
  'lesson.gaia.bowls': 'Choose from which bowls the six tokens come, then confirm the turn.',
  'lesson.gaia.pass': 'Pass (P) with any booster. At the start of the next round the planet becomes a Gaia planet.',
  'lesson.gaia.mine':
    'Round 2 has begun; if you are asked in which order income comes, choose and confirm. Your Gaia planet is ready: build a mine on it. It needs no terraforming.',
  'lesson.federation': 'Federations',
  'lesson.federation.about': 'Link planets with satellites until their power value is 7.',
  'lesson.federation.form':
    'Your institute counts 3, each trading station 2: together 7. Press F: the cheapest way to link them is drawn on the map. Click it in the list.',
  'lesson.federation.bowls':
    'Each satellite costs a power token for good. Choose from which bowls the three tokens come.',
  'lesson.federation.token': 'Choose a federation token; what it gives comes at once.',
  'lesson.passing': 'Passing and boosters',
  'lesson.passing.about': 'What your booster is worth when you pass, and what the next one brings.',
  'lesson.passing.mine': 'When you pass, your booster scores a point for each mine on the map. Build one more.',
  'lesson.passing.pass':
    'Press P. Each card shows what its booster brings next round; what passing scores now comes from the booster you give back. Choose one.',
  'lesson.ev-look': 'A first look',
  'lesson.ev-look.about': 'What the game is about, two worlds, and your first action.',
  'lesson.ev-look.aim':
    'Welcome! The Old World is dying, and you lead your people to the New World. You have four years. Whoever produces 8 food, 8 steel and 8 energy on the New World and has 3 stadiums there wins the race; if nobody does, the lowest of the three productions decides.',
  'lesson.ev-look.old':
    'The Old World: each player has a continent. Here you produce everything at the beginning, and from here everything has to be taken away. What stays behind when the game ends counts against you.',
  'lesson.ev-look.site':
    'A site. It shows what it produces every year: one resource for each person or factory in it. Food, steel and energy are the three resources of the game. When a ship takes the site away, it no longer produces here.',
  'lesson.ev-look.new':
    'The New World: empty fields, to be settled with people and factories from your ships. Only settled fields produce. At first only the steppe is open; progress opens desert, forest and ocean.',
  'lesson.ev-look.stock':
    'What you have on the Old World now, what the next income brings and what people there eat. On small boards and prices the warm colour and “OLD” always mean this world.',
  'lesson.ev-look.stocks':
    'The same for the New World, in green and with “NEW”. Resources never change worlds by themselves: only a ship carries them over. Below stand your productions there, with the goal at 8.',
  'lesson.ev-look.displays':
    'The displays: ships, stadiums and infrastructures that you can take. Each shows its price, and whoever comes first takes it.',
  'lesson.ev-look.years':
    'Each of the four years has the same phases: income, actions, transport, then turn order, progress and bonus. The framed one is now.',
  'lesson.ev-look.actions':
    'In the action phase everybody takes one action in turn, as often as they can and want. The actions stand in four areas; the first two of a year are free, the others cost energy.',
  'lesson.ev-look.turn':
    'What you choose is drafted here first, with what it costs. Nothing counts before you confirm it. When it is your turn, everything possible is lit.',
  'lesson.ev-look.act': 'Now you: take the action “Factory” of area 2.',
  'lesson.ev-look.factory':
    'A factory costs one resource of its own kind. Choose one that the Old World pays; a ship can take it along later.',
  'lesson.ev-look.confirm': 'The action is drafted. Undo takes it back; press “Confirm turn” to play it.',
  'lesson.ev-look.after':
    'That was an action! At a real table the others would now take theirs. The next lessons show what the other actions do.',
  'lesson.ev-food': 'Food and penalties',
  'lesson.ev-food.about': 'Both worlds want to eat every year, and later to be entertained.',
  'lesson.ev-food.old':
    'After the income of each year people eat. Here stands how much food the Old World will need; it is taken by itself.',
  'lesson.ev-food.new':
    'The New World will need food too, and you have none there. For each food that is missing you get a penalty tile, and each of them costs you at the end.',
  'lesson.ev-food.ahead':
    'Here you always see what the next year asks for: food of the Old World, food of the New World, stadiums on the New World. A triangle says that something will be missing.',
  'lesson.ev-food.trade': 'Take the action “Trade” of area 4: it brings a resource and lets you exchange others.',
  'lesson.ev-food.gain': 'Take food to the New World.',
  'lesson.ev-food.confirm':
    'You could now exchange resources up to three times, always within a world. You need not: forgo it. Then press “Confirm turn”.',
  'lesson.ev-food.after':
    'Nothing is missing any more. In year 3 the New World also wants 1 stadium and in year 4 2 stadiums; a missing one costs a penalty tile too.',
  'lesson.ev-year': 'A year ends',
  'lesson.ev-year.about': 'Power points, two markers, turn order and the next income.',
  'lesson.ev-year.phases':
    'A year ends when all have passed. Then ships fly, the turn order changes, the markers move and the bonus is given. Let us see it once.',
  'lesson.ev-year.act': 'Take the action “Research” of area 4. It counts 4 power points, as it is in area 4.',
  'lesson.ev-year.column':
    'Choose a technology. The lowest tile of a column needs one research, the others two; a finished one works for the rest of the game.',
  'lesson.ev-year.confirm': 'Confirm the turn.',
  'lesson.ev-year.pass': 'Now pass for this year. You have no ship, so nothing flies.',
  'lesson.ev-year.split':
    'Your 4 power points move your two markers on the track, all together 4 spaces. Choose how to split them.',
  'lesson.ev-year.send':
    'Where a marker lands, a space may offer something: take it or forgo it. Then confirm, and the year ends.',
  'lesson.ev-year.track':
    'Here are your markers now. While a marker stands on a symbol, it helps you to settle fields that ask for it. Beyond the turning points new terrains open, and the sites in the sea come along by themselves.',
  'lesson.ev-year.order':
    'Whoever has more satisfaction comes first in the next year; ties turn the order around. Satisfaction comes from stadiums and from finished technologies.',
  'lesson.ev-year.income':
    'Year 2 has begun: your sites have produced, and people have eaten. What was missing has become a penalty tile.',
  'lesson.ev-modes': 'Points and action cards',
  'lesson.ev-modes.about': 'The other way to play: goals, a hand of cards and points instead of a race.',
  'lesson.ev-modes.modes':
    'So far it was a race with simple actions, the best way to begin. In points mode all four years are played, and points count: for your lowest production, for goals and for satisfaction. Here stands what you would have now.',
  'lesson.ev-modes.goals':
    'Everybody has three secret goal cards. They tell what brings you points at the end, and how far you are.',
  'lesson.ev-modes.hand':
    'With advanced actions you have a hand of four cards. In your turn you either play one for its effects, or put one under an area to take an action of your board. Then you draw a new one.',
  'lesson.ev-modes.play': 'Play a card: choose one that is lit. Point at it to read what it does.',
  'lesson.ev-modes.do': 'Do what the card asks, or forgo it, until the turn is whole; then confirm it.',
  'lesson.ev-modes.more':
    'Both can be mixed when you set up a table: race or points, simple or advanced actions. Now you know everything for a game of your own.',
  'lesson.ev-game': 'First short game',
  'lesson.ev-game.about': 'The second half of a real race: years 3 and 4 against a gentle bot.',
  'lesson.ev-game.text':
    'You play a race with simple actions against a bot that plays as people do in their first game. Two years are over: year 3 begins. Bring over what you can, settle, and mind your lowest production. Play to the end of year 4.',
  'lesson.ev-game.ship': 'Launch a ship to the New World in the transport phase; it needs energy.',
  'lesson.ev-game.site': 'Load a site onto it: people or a factory come along.',
  'lesson.ev-game.settle': 'Settle a field of the New World with people, steel and factories.',
  'lesson.ev-game.stadium': 'Bring a stadium to the New World: build one there, or carry one over.',
  'lesson.ev-game.research': 'Research a technology.',
  'lesson.ev-game.progress': 'At the end of the year split your power points between the markers.',
  'lesson.ev-worlds': 'Two worlds and income',
  'lesson.ev-worlds.about': 'Two stocks, never mixed; what comes in and what is eaten.',
  'lesson.ev-worlds.1':
    'Everything you own lies on one of two worlds. You need steel on the New World: take the action “Resource + research” of area 1.',
  'lesson.ev-worlds.2':
    'A resource you gain goes to the world you choose; it never crosses over by itself. Take steel to the New World.',
  'lesson.ev-worlds.3':
    'The action also researches. Point at a technology to read what it does, then choose a column.',
  'lesson.ev-worlds.4':
    'Below each stock stands what the next income brings and how much food will be due. So far this is a draft: press Confirm turn.',
  'lesson.ev-actions': 'Actions and energy',
  'lesson.ev-actions.about': 'Four areas, an energy price that rises, and power points for progress.',
  'lesson.ev-actions.1':
    'An action counts as many power points, for progress and bonus, as the number of its area. Build a spaceship: area 3.',
  'lesson.ev-actions.2':
    'A ship that shall carry people away must stand on the Old World. Take any ship there; the Old World pays.',
  'lesson.ev-actions.3':
    'The numbers above the areas are the energy of each further action: the first two are free, then it rises. Prepare a factory: area 2.',
  'lesson.ev-actions.4':
    'A factory is paid with a resource of its own type, on the world where it arises. Choose one.',
  'lesson.ev-actions.c': 'Two actions are drafted. Undo takes back a step; Confirm turn sends them. Confirm.',
  'lesson.ev-actions.5': 'From now on actions cost energy, and your ship needs energy to fly. Pass for this year.',
  'lesson.ev-ships': 'Ships and evacuation',
  'lesson.ev-ships.about': 'Load sites, buildings and resources; see what the launch does to both worlds.',
  'lesson.ev-ships.1': 'This is the transport phase. Choose the ship on the Old World to load it.',
  'lesson.ev-ships.2':
    'Sites whose terrain fits this place are lit on the Old World. Load one: it goes to the New World and no longer produces here.',
  'lesson.ev-ships.b':
    'A building place takes a factory or a stadium. Load your home stadium: the New World will ask for stadiums.',
  'lesson.ev-ships.3':
    'Now the cargo. In year 2 the New World asks for 1 food; without it you get a penalty. Send food.',
  'lesson.ev-ships.4': 'The table shows both worlds after the launch. Everything is aboard: press Launch.',
  'lesson.ev-settle': 'Settling and progress',
  'lesson.ev-settle.about': 'Fill every slot of a field, and move your two markers.',
  'lesson.ev-settle.1': 'Population waits on the New World. Settle a field: area 3.',
  'lesson.ev-settle.2': 'A population slot needs 1 population and 1 steel of the New World. Choose a lit field.',
  'lesson.ev-settle.c': 'Your production on the New World has risen. Press Confirm turn.',
  'lesson.ev-settle.3': 'Pass now: transport and progress follow.',
  'lesson.ev-settle.4':
    'Split your power points between the two markers; the track shows where they end and what they reach. Choose a split.',
  'lesson.ev-end': 'Stadiums, bonus and the end',
  'lesson.ev-end.about':
    'People want stadiums; a bonus for the right number of power points; three stadiums and 8/8/8 win the race.',
  'lesson.ev-end.1': 'In year 3 the New World asks for 1 stadium, in year 4 for 2. Build one: area 3.',
  'lesson.ev-end.2': 'Build it on the New World, so that it counts at once: choose a stadium and the New World.',
  'lesson.ev-end.3':
    'This year’s bonus card rewards exactly 6 power points, and you have 3. Settle a field: area 3 counts 3.',
  'lesson.ev-end.4': 'Choose a lit field.',
  'lesson.ev-end.c': 'Now you have exactly 6. Press Confirm turn.',
  'lesson.ev-end.5':
    'Your New World panel shows the goal of the race: 8 in each production and 3 stadiums. Pass to finish the lesson.',
};
export default strings;
