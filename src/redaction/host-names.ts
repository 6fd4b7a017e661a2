import { endsLikeHost, isIp } from '../detection/answers/domains.ts';

/**
 * In front of a path any ending of two letters may be a country's, but for those of files that are none. Where a value follows at
 * once, a placeholder that stays costs less than one that is carried out.
 */
const COUNTRY_ENDING = /\.(?!(?:js|ts|cs|rb|go|kt|db|vb|hs|xz|gz)$)[a-z]{2}$/;
/** There are more than a thousand of them, and anybody gets a name below most; so any but those of files that have names like hosts. */
const OTHER_ENDING = /\.(?:[a-z]{3,24}|xn--[a-z\d-]{2,59})$/;
const FILE_ENDING =
  /\.(?:txt|html?|css|scss|less|[mc]?[jt]sx?|mdx|json[cl5]?|xml|xsd|ya?ml|toml|ini|cfg|conf|config|env|log|lock|csv|tsv|sql|sqlite|proto|php|java|class|jar|war|vue|svelte|swift|lua|ipynb|bat|cmd|exe|dll|bin|dat|bak|tmp|old|orig|patch|diff|png|jpe?g|gif|svg|webp|ico|bmp|pdf|docx?|xlsx?|pptx?|odt|rtf|eml|msg|tar|tgz|bz2|rar|iso|img|apk|deb|rpm|pem|crt|cer|csr|key|p12|pfx|git|wav|mp[34]|avi|mkv|url|amd|data|node|server|body|res|req|value|values|length)$/;
const WIDE_ENDING =
  /\.(?:рф|рус|укр|бел|срб|бг|мкд|мон|қаз|сайт|онлайн|орг|ком|дети|москва|ελ|ευ|한국|닷컴|닷넷|中国|中國|公司|网络|网站|网址|在线|中文网|商城|商店|企业|集团|移动|信息|我爱你|世界|新加坡|香港|台灣|台湾|澳門|みんな|コム|ストア|クラウド|भारत|संगठन|ไทย|გე|հայ|שראל|ישראל|قطر|مصر|ایران|السعودية|امارات|المغرب|تونس|شبكة|موقع|بازار)$/u;
/** An address of IPv4 as one number. */
const NUMBER = /^(?:\d{9,10}|0x[\da-f]{8})$/;

/** Whether a name is a host wherever it stands. */
export const isPlainHost = (name: string): boolean => endsLikeHost(name.toLowerCase()) || isIp(name);

/** Whether a name without a scheme may be a host to whoever fetches it. */
export const isHost = (name: string): boolean => {
  const host = name.toLowerCase();
  return (
    isPlainHost(host) ||
    COUNTRY_ENDING.test(host) ||
    (OTHER_ENDING.test(host) && !FILE_ENDING.test(host)) ||
    WIDE_ENDING.test(host) ||
    NUMBER.test(host)
  );
};
