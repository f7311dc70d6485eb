/** Words of playing without a server. */
export default {
  'device.here': 'Play on this device',
  'device.here.about': 'Without a server: {n} MB are loaded once.',
  'device.here.there': 'Without a server, also without a network.',
  'device.mark': 'on this device',
  'device.title': 'On this device',
  'device.about':
    'Orrery can play without a server: alone, against bots of every level, or several people at one screen. The matches stay in this browser.',
  'device.keep': 'Keep on this device ({n} MB)',
  'device.keep.about': 'Then the page opens and plays without a network, also after a restart.',
  'device.keeping': 'Loading: {n} of {of} MB',
  'device.kept': 'Kept: everything works without a network.',
  'device.letGo': 'Remove the files',
  'device.cannot': 'This browser keeps no files for this address; that needs https.',
  'device.loading': 'The engine is being loaded: {n} of {of} MB',
  'device.starting': 'The engine is starting…',
  'device.files': 'Your matches as a file',
  'device.files.about':
    'Browsers may forget what a page keeps, Safari after seven days without a visit. A file is safe.',
  'device.export': 'Save all matches',
  'device.import': 'Bring in a file',
  'device.brought':
    '{added, plural, one {# match brought in} other {# matches brought in}}; {known} were here already, {broken} could not be replayed.',
  'device.instead': 'Play on the server instead',
  'device.remove': 'Remove from this device',
  'device.remove.sure': 'Remove this match for good',
  'device.take': 'Copy to this device',
  'device.mark.carried': 'on this device, played on at the server',
  'device.carry': 'Play on at the server',
  'device.carry.about':
    'The match goes on there from where it stands, with others on its seats if you like. The copy stays on this device.',
  'device.carry.about.record':
    'The match goes on from where it stands, with others on its seats if you like. This record stays as it is.',
  'device.carry.known':
    'Others are told that the match comes from a device: you could know what chance has in store. It counts for nothing in the results.',
  'device.carry.me': 'me',
  'device.carry.open': 'open: somebody joins',
  'device.carry.bot': 'bot: {level}',
  'device.carry.wait': 'Open the table',
  'device.carry.now': 'Play on there',
  'device.carried': 'Played on at the server since: {when}.',
  'device.carried.open': 'Open it there',
  'device.away': 'Another tab plays the matches of this device now. Come back here to go on.',
  'device.offline': 'You are offline. Matches on this device can be played.',
  'problem.no-engine': 'This page was built without the engine: play on the server.',
  'problem.no-load': 'The engine could not be loaded: check the connection and try again, or play on the server.',
  'problem.no-wasm':
    'This browser or its policy does not run WebAssembly, which the engine needs: play on the server.',
  'problem.no-start': 'The engine did not start on this device: try again, or play on the server.',
  'problem.no-room':
    'This device has no room to store the move. Nothing was played; free some space and try again.',
  'problem.no-server': 'There is no server behind this page: this works only with one.',
};
