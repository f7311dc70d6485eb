/** Words of playing without a server. */
export default {
  'device.here': 'Játék ezen az eszközön',
  'device.here.about': 'Szerver nélkül: egyszer {n} MB letöltése kell.',
  'device.here.there': 'Szerver és hálózat nélkül is.',
  'device.mark': 'ezen az eszközön',
  'device.title': 'Ezen az eszközön',
  'device.about':
    'Az Orrery szerver nélkül is játszik: egyedül, bármilyen szintű botok ellen, vagy többen egy képernyőnél. A játszmák ebben a böngészőben maradnak.',
  'device.keep': 'Megőrzés ezen az eszközön ({n} MB)',
  'device.keep.about': 'Ezután az oldal hálózat nélkül is megnyílik és játszik, újraindítás után is.',
  'device.keeping': 'Letöltés: {n} / {of} MB',
  'device.kept': 'Megőrizve: minden működik hálózat nélkül.',
  'device.letGo': 'Fájlok törlése',
  'device.cannot': 'Ez a böngésző ezen a címen nem őriz meg fájlokat; ahhoz https kell.',
  'device.loading': 'A motor betöltése: {n} / {of} MB',
  'device.starting': 'A motor indul…',
  'device.files': 'Játszmáid fájlként',
  'device.files.about':
    'A böngészők elfelejthetik, amit egy oldal megőriz, a Safari hét nap látogatás nélkül. A fájl biztonságos.',
  'device.export': 'Minden játszma mentése',
  'device.import': 'Fájl beolvasása',
  'device.brought':
    '{added, plural, other {# játszma beolvasva}}; {known} már itt volt, {broken} nem játszható vissza.',
  'device.instead': 'Játék inkább a szerveren',
  'device.remove': 'Törlés erről az eszközről',
  'device.remove.sure': 'A játszma végleges törlése',
  'device.take': 'Másolás erre az eszközre',
  'device.mark.carried': 'ezen az eszközön, a szerveren folytatódik',
  'device.carry': 'Folytatás a szerveren',
  'device.carry.about':
    'A játszma ott onnan megy tovább, ahol most áll, ha szeretnéd, másokkal a helyein. A másolat ezen az eszközön marad.',
  'device.carry.about.record':
    'A játszma onnan megy tovább, ahol most áll, ha szeretnéd, másokkal a helyein. Ez a feljegyzés marad, ahogy van.',
  'device.carry.known':
    'A többiek megtudják, hogy a játszma egy eszközről jön: tudhatnád, mit tartogat a véletlen. Az eredményekbe nem számít bele.',
  'device.carry.me': 'én',
  'device.carry.open': 'szabad: valaki csatlakozik',
  'device.carry.bot': 'bot: {level}',
  'device.carry.wait': 'Asztal megnyitása',
  'device.carry.now': 'Folytatás ott',
  'device.carried': 'A szerveren folytatódik, ettől az időponttól: {when}.',
  'device.carried.open': 'Megnyitás ott',
  'device.away': 'Most egy másik lapon folynak az eszköz játszmái. A folytatáshoz térj vissza ide.',
  'device.offline': 'Nincs kapcsolat. Az ezen az eszközön lévő játszmák játszhatók.',
  'problem.no-engine': 'Ez az oldal motor nélkül készült: játssz a szerveren.',
  'problem.no-load':
    'A motort nem sikerült betölteni: ellenőrizd a kapcsolatot, és próbáld újra, vagy játssz a szerveren.',
  'problem.no-wasm':
    'Ez a böngésző vagy a házirendje nem futtat WebAssemblyt, pedig a motornak az kell: játssz a szerveren.',
  'problem.no-start': 'A motor nem indult el ezen az eszközön: próbáld újra, vagy játssz a szerveren.',
  'problem.no-room':
    'Nincs hely az eszközön a lépés tárolásához. Semmi sem történt; szabadíts fel helyet, és próbáld újra.',
  'problem.no-server': 'Az oldal mögött nincs szerver: ez csak azzal működik.',
};
