import { foldCharacter } from '../../text/characters.ts';
import { LIBERAL_LOOKALIKES } from '../../text/confusables.ts';

/** What stands for `a` to `z` in "fancy text" of one kind; letters of ASCII stand for themselves. Some letters stand for two, and the first is likelier. */
const ALPHABETS: readonly string[] = [
  'αв¢∂єƒgнιנкℓмησρqяѕтυνωχуz',
  'αႦƈԃҽϝɠԋιʝƙʅɱɳσρϙɾʂƚυʋɯxყȥ',
  'ąცƈɖɛʄɠɧıʝƙƖɱŋơ℘զཞʂɬų۷ῳҳყʑ',
  'ค๒ς๔єŦﻮђเןкɭ๓ภ๏קợгรՇยשฬאץչ',
  'ค๖¢໓ēfງhiวkl๓ຖ໐p๑rŞtนงຟxฯຊ',
  'ǟɮƈɖɛʄɢɦɨʝӄʟʍռօքզʀֆȶʊʋաӼʏʐ',
  'αճcժҽƒցհíյkӀനղօքզɾʂԵմѵաxվz',
  'ᗩᗷᑕᗪEᖴGᕼIᒍKᒪᗰᑎOᑭᑫᖇᔕTᑌᐯᗯ᙭YZ',
  'ᗩᗷᑢᕲᘿᖴᘜᕼᓰᒚᖽᒪᘻᘉᓍᕵᕴᖇSᖶᑘᐺᘺ᙭ᖻᗱ',
  'ᗅᗸᑖᗫᗴᖵᘏᕼᓵᒎkᒫᗶᑏᓎᑮᑬᖆᔖtᑗᐻᗻ᙮yᙆ',
  'ᎪᏴᏟᎠᎬfᏀᎻᎥᎫᏦᏞᎷnᎾᏢqᎡᏚᏆuᏉᏔxᎩᏃ',
  'ᏗᏰፈᎴᏋᎦᎶᏂᎥᏠᏦᏝᎷᏁᎧᎮᎤᏒᏕᏖᏬᏉᏇጀᎩፚ',
  'ᎯᏰᏨᎠᎬᎰᎶᎻᎨᏠᏦᏝᎷᏁᎾᏢᎤᏒᏕᎢᏌᏉᏯxᎽᏃ',
  'ልጌርዕቿቻኗዘጎጋጕረጠክዐየዒዪነፕሁሀሠሸሃጊ',
  'ꪖ᥇ᥴᦔꫀᠻᧁꫝijkꪶꪑꪀꪮρqrstꪊꪜ᭙᥊ꪗɀ',
  'ꍏꌃꉓꀸꍟꎇꁅꃅꀤꀭꀘ꒒ꂵꈤꂦꉣꆰꋪꌗ꓄ꀎᐯꅏꊼꌩꁴ',
  'ꋬꃳꉔ꒯ꏂꊰꍌꁝ꒐꒻ꀘ꒒ꂵꋊꄲꉣꆰꋪꇙ꓄꒤꒦ꅐꉧꌦꁴ',
  'ꁲꋃꀯꂡꏂꄙꍌꍩꂑ꒻ꀗ꒒ꂵꋊꂦꉣꁷꌅꌚꋖꐇꀰꅏꇒꐞꁴ',
  'ꁲꍗꏳꂟꄼꄟꁅꍩꀤꂟꀗ꒒ꂵꋊꄱꉣ꒓ꋪꁜꋖ꒤ꃴꅐꋋꂖꁴ',
  'ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑqꓣꓢꓔꓴꓦꓪꓫꓬꓜ',
  'ᚨᛒᚲᛞᛖᚠᚷᚺᛁᛃᚲᛚᛗᚾᛟᛈᛩᚱᛊᛏᚢᚡᚹᛪᚤᛉ',
  'ᚪᛔᚳdᛂfᚸᚻᛨᛄᛣlᛘᚿᚩᛕᛢrᛋᛐᚒᚢᚥxᛦᛎ',
  'ᗩᛒᛈᚦᛊᚫᚵᚼijᛕᛚᛖᚤᛜᚹqᚱᛢᛠᚢᚡᚠᛪᛉᛎ',
  '卂乃匚ᗪ乇千Ꮆ卄丨ﾌҜㄥ爪几ㄖ卩Ɋ尺丂ㄒㄩᐯ山乂ㄚ乙',
  'ﾑ乃cd乇ｷgんﾉﾌズﾚﾶ刀のｱq尺丂ｲuﾘwﾒﾘ乙',
  'ⲁⲃⲥⲇⲉϝⲅⲏⲓⳗⲕⳑⲙⲛⲟⲣϙⲅⳝⲧⳙⳳⲱⲭⲩⲍ',
  'ⲀⲂⲤⲆⲈϜⲄⲎⲒⳖⲔⳐⲘⲚⲞⲢϘⲄⳜⲦⳘⳲⲰⲬⲨⲌ',
  'ⴰⴱⵛⴷⴻⴼⴳⵀⵉⵊⴽⵍⵎⵏⵄⵒⵇⵔⵙⵜⵓⵠⵡⵅⵢⵣ',
  '₳฿₵ĐɆ₣₲ⱧłJ₭Ⱡ₥₦Ø₱QⱤ₴₮ɄV₩ӾɎⱫ',
  'ДБᄃDΣFGΉIJҜᄂMПӨPQЯƧƬЦVЩXЧZ',
  'ΔβCδΞƑGђιנклΜИФрQΓ§τЦvЩЖΨz',
  'ΛbdϞξϝǤћįjķlмиφpqгšŧцνшжчз',
  'λъсđə£ğĥíјķļмйøрqř$тüνщхýż',
  'ДвсԁеғԍнїјкlмпѲрԛгѕтџѵѡҳуҙ',
  '∀ᙠƆᗡƎℲ⅁ɥᴉɾʞ⅂ɯиΘԀqɹ§ʇՈʌʍχʎz',
  'ɐbↄdǝɟƃħɩſʞ˥ʍոѻpʠʁſŧպѷϣжɥʒ',
  'ʌɓɔɗɘƭɕɦɪɉκⱢӎռөƿɖɾϩƚµѷώϰϒʓ',
];

/** In the end of a run, and elsewhere where a letter beside them is of another script. */

/** Other letters, as pairs of one and what it stands for: turned ones between upright ones, and what is used now and then. */
const OTHERS =
  'þpɐaɔcǝeəeɘeɟfƃgɥhᴉiɾjʞkɯmɹrʇtʌaʍmʎyɒaɿrƨsʜhꞁlɬlƚlɮlѓrћhђhғfқkңnҹyҩoөoүyұyӡzҙzԑeѫxξeψyϑvϱpϰkᛜn' +
  'ᏝlᏝjᏰwᏵgᕓvᎿtᏘjᏜuᏎsᐃaᐁvᐱaᑦcᕮeᕼhᕽxᙓe᙭xᘎwᘔzᔑsᘊvᘗdᙢmᙡwᑘuᒺlᒥrᓀo' +
  '0o1l1i2z3e4a5s6g6b7t8b9gΞeФoфoΛaΔaΣeΩoΠnΓrΨwЄe฿bｱa';

/** Of two that stand together and are one letter this one says nothing. */
const SILENT = 'ᐸ';

/** Small `a`. */
const FIRST = 97;

/** What a letter may stand for, the likeliest first. */
export type Readings = readonly string[];

const gather = (): ReadonlyMap<number, Readings> => {
  const readings = new Map<number, string[]>();
  const add = (character: string, latin: string): void => {
    const folded = foldCharacter(character);
    if (folded.length !== 1 || /[a-z\s]/iu.test(folded)) return;
    const code = folded.charCodeAt(0);
    const before = readings.get(code) ?? [];
    const isNew = !before.some((each) => each.toLowerCase() === latin.toLowerCase());
    if (isNew) readings.set(code, [...before, latin]);
  };
  for (const [letter, latin] of LIBERAL_LOOKALIKES) add(letter, latin);
  for (const alphabet of ALPHABETS)
    for (const [index, letter] of [...alphabet].entries()) add(letter, String.fromCharCode(FIRST + index));
  const others = [...OTHERS];
  for (let i = 0; i + 1 < others.length; i += 2) add(others[i] ?? '', others[i + 1] ?? '');
  add(SILENT, '');
  return readings;
};

/** What letters of other scripts, and digits beside them, may stand for; by their UTF-16 code units in the normal form. */
export const READINGS: ReadonlyMap<number, Readings> = gather();

/** Scripts that many write, and that no alphabet is made of alone: others of its letters give it away. */
const COMMON_SCRIPTS =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Malayalam}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}əþ]/u;
/** Except these, which real texts hardly have. */
const GIVEAWAYS = '卂乇匚卄丂₳₮₵';

/** Code units that give away that letters of other scripts may stand for Latin ones, besides Greek and Cyrillic. */
export const telltaleUnits = (): readonly number[] =>
  [...READINGS.keys()].filter((code) => {
    const letter = String.fromCharCode(code);
    return GIVEAWAYS.includes(letter) || (/\p{L}/u.test(letter) && !COMMON_SCRIPTS.test(letter));
  });
