/** Anyone gets an address here: who named the domain did not name the address. */
const OPEN_MAIL =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|aol|icloud|me|gmx|web|mail|proton|protonmail|pm|tutanota|fastmail|yandex|qq|163|126|zoho|mailinator|guerrillamail)\.(?:[a-z]{2,4}|com?\.[a-z]{2})$/u;

/** Anyone gets a name below these, so each name below is an owner of its own. */
const OPEN_SUFFIX =
  /^(?:github\.io|gitlab\.io|pages\.dev|workers\.dev|vercel\.app|netlify\.app|herokuapp\.com|web\.app|firebaseapp\.com|appspot\.com|azurewebsites\.net|blob\.core\.windows\.net|cloudfront\.net|amazonaws\.com|s3\.amazonaws\.com|ngrok\.io|ngrok-free\.app|trycloudflare\.com|onrender\.com|fly\.dev|repl\.co|replit\.app|glitch\.me|blogspot\.com|wordpress\.com|webhook\.site|requestcatcher\.com|oast\.(?:fun|live|me|online|pro|site)|burpcollaborator\.net|sharepoint\.com|duckdns\.org)$/u;

/** The second level of countries that register below it. */
const COUNTRY_SUFFIX = /^(?:ac|co|com|edu|gob|gov|gv|mil|ne|net|or|org)\.[a-z]{2}$/u;

/** Endings that a name without a scheme needs to be taken for a host: short of those that files and code have, too. */
const HOST_ENDING =
  /\.(?:com|net|org|info|biz|io|co|dev|app|xyz|top|online|site|club|shop|store|cloud|live|fun|icu|click|link|example|test|ru|cn|de|fr|uk|nl|eu|ch|br|jp|kr|au|ca|us|tk)$/u;

const IP = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/u;

export const isOpenMail = (domain: string): boolean => OPEN_MAIL.test(domain);
export const isIp = (host: string): boolean => IP.test(host);
export const endsLikeHost = (name: string): boolean => HOST_ENDING.test(name);

const isSuffix = (name: string): boolean => OPEN_SUFFIX.test(name) || COUNTRY_SUFFIX.test(name);

/** The part of a host that its owner has registered, as far as short lists can tell; an IP address as it is. */
export const ownerOf = (host: string): string => {
  if (isIp(host)) return host;
  const labels = host.split('.');
  let first = Math.max(0, labels.length - 2);
  while (first > 0 && isSuffix(labels.slice(first).join('.'))) first--;
  return labels.slice(first).join('.');
};
