/** Letters of other scripts that look like Latin ones: pairs of (lookalike, Latin letter). */
const PAIRS =
  'аaеeоoрpсcуyхxіiѕsјjһhԁdԛqԝwѵvкkмmтtвbнhАAВBЕEКKМMНHОOРPСCТTУYХXІIЅSЈJԌGԜWԀDҺHӀIӏlԍgүyҮY' +
  'αaοoρpνvιiκkτtυuχxεeηnγyωwΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXϲcϳj' +
  'օoոnսuցgհhզqյjՕOՍUԼL' +
  'ᎠDᎡRᎢTᎥiᎪAᎫJᎳWᎷMᎻHᏀGᏃZᏒRᏙVᏚSᏞLᏟCᏢPᏦKᏴB';

/** Latin letters that stand for such of another script in its words: pairs of (Latin letter, the other one). */
const CYRILLIC_TWIN_PAIRS = 'aаcсeеiіjјkкmмoоpрtтxхyуAАBВCСEЕHНIІJЈKКMМOОPРTТXХYУ';
const GREEK_TWIN_PAIRS = 'aαeεiιkκnηoοpρtτuυvνwωxχyγAΑBΒEΕHΗIΙKΚMΜNΝOΟPΡTΤXΧYΥZΖ';

/** Only taken for Latin when every Cyrillic or Greek letter of a text is read as Latin. */
const LIBERAL_PAIRS = 'иuгrпnяrдdзeшwщwьbбbлnцuчyэeюoжxыbφoπnθoλaδdβbςsσoμuЯRИNГLПNШW';

/** Variants of Latin letters and of punctuation that Unicode does not decompose. */
const LATIN_PAIRS =
  'ɑaɡgıiłlŁLøoØOđdĐDħhĦHŧtŦTƅbɩiɪiʀrɴnᴏoᴀaʙbᴄcᴅdᴇeꜰfɢgʜhᴊjᴋkʟlᴍmᴘpꜱsᴛtᴜuᴠvᴡwʏyᴢzɐaɛeǀl' +
  'ɓbƀbƁBɃBƈcƇCȼcȻCɗdɖdƊDƉDɇeɆEƒfƑFʄfɠgƓGɦhɧhⱨhⱧHɨiƗIʝjɉjɈJƙkƘKⱪkⱩKɫlɭlƖlȽLⱡlⱠLⱢLɱmⱮMŋnɲnɳnƞnƝNŊNȠN' +
  'ɵoƟOꝊOꝋoƥpƤPⱣPɋqʠqɊQɽrɼrɍrⱤRɌRʂsȿsƭtʈtȶtƬTƮTȾTʉuɄUʊuƲVⱱvʋvⱲWƴyƳYɏyɎYȥzȤZʐzʑzƶzƵZɀzⱬzⱫZȺAⱥa℘p' +
  '𐌀A𐌁B𐌂C𐌃D𐌄E𐌅F𐌆Z𐌇H𐌉I𐌊K𐌋L𐌌M𐌍N𐌏O𐌐P𐌒Q𐌓R𐌔S𐌕T𐌖U𐌗X𐌙Y𐌵U𐌰A𐌱B𐌲G𐌳D𐌴E𐌷H𐌹I𐌺K𐌻L𐌼M𐌽N𐍀P𐍂R𐍃S𐍄T𐍅W𐍆F𐍈O𐍉O𐋅H𐋄X' +
  "ǃ!∣|‐-‑-‒-–-—-―-−-‘'’'‚'‛'ʼ'′'`'´'“\"”\"„\"‟\"″\"；;：:，,．.";

const toMap = (pairs: string): ReadonlyMap<string, string> => {
  const letters = [...pairs];
  const map = new Map<string, string>();
  for (let i = 0; i + 1 < letters.length; i += 2) map.set(letters[i] ?? '', letters[i + 1] ?? '');
  return map;
};

export const LOOKALIKES = toMap(PAIRS);
export const LIBERAL_LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ...toMap(LIBERAL_PAIRS),
  ...LOOKALIKES,
]);
export const CYRILLIC_TWINS = toMap(CYRILLIC_TWIN_PAIRS);
export const GREEK_TWINS = toMap(GREEK_TWIN_PAIRS);
export const LATIN_VARIANTS = toMap(LATIN_PAIRS.replace("`'", ''));
