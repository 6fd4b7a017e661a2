// Names of entities, kinds of secrets and attacks, as people write them; the pages and the server say the same.

/** Abbreviations and names that are written in one way wherever they stand. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (
      'api aws gcp dsn sas ssn itin iban ip mac id url ssh jwt aba pan nhs nino nif nie vat pesel nir bsn tfn abn acn nric fin ' +
      'cpf cnpj sin ahv cpr rrn us uk pii curp rfc cuit rut cnp egn afm amka taj svnr oib jmbg pps inn snils rnokpp ' +
      'iin tnin nik cnic ird'
    )
      .split(' ')
      .map((word) => [word, word.toUpperCase()]),
  ),
  oauth: 'OAuth',
  openai: 'OpenAI',
};

/** Of vendors that do not just begin with a capital; only in the first place, since some are words like any other. */
const VENDORS: Readonly<Record<string, string>> = {
  crates: 'crates.io',
  deepseek: 'DeepSeek',
  digitalocean: 'DigitalOcean',
  elevenlabs: 'ElevenLabs',
  fly: 'Fly.io',
  github: 'GitHub',
  gitlab: 'GitLab',
  huggingface: 'Hugging Face',
  langsmith: 'LangSmith',
  npm: 'npm',
  nvidia: 'NVIDIA',
  onepassword: '1Password',
  openrouter: 'OpenRouter',
  paypal: 'PayPal',
  pypi: 'PyPI',
  rubygems: 'RubyGems',
  sendgrid: 'SendGrid',
  together: 'Together AI',
  xai: 'xAI',
};

/** What no rule makes of its name. */
const WHOLE: Readonly<Record<string, string>> = {
  au_medicare: 'AU Medicare number',
  ae_emirates_id: 'AE Emirates ID',
  crypto: 'Crypto wallet address',
  cz_rodne_cislo: 'CZ rodné číslo',
  iban_code: 'IBAN',
  new_relic_key: 'New Relic key',
  no_fodselsnummer: 'NO Fødselsnummer',
  uk_nhs: 'UK NHS number',
  url_password: 'Password in a URL',
  us_passport: 'US passport',
};

/** Ordinary words, which a sentence begins with a small letter; vendors keep their capital. */
const ORDINARY = new Set(
  (
    'basic bearer credit crypto data database delimiter email exfiltration gateway generic indirect instruction jailbreak ' +
    'medical obfuscated operator password personal phone private prompt role secret system tool untrusted'
  ).split(' '),
);

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Names in capitals that begin with a country: `US_SSN`, but not `IP_ADDRESS`. */
const COUNTRY = /^(?!IP_)([A-Z]{2})_/;

/** The country that an entity's name begins with, or null. */
export const regionOf = (name: string): string | null => COUNTRY.exec(name)?.[1] ?? null;

/** `US_SSN` → `US SSN`, `openai_api_key` → `OpenAI API key`, `instruction_override` → `Instruction override`. */
export const titleOf = (name: string): string => {
  const { [name.toLowerCase()]: whole } = WHOLE;
  if (whole !== undefined) return whole;
  const [first = '', ...rest] = name.toLowerCase().split('_');
  const words = rest.map((word) => SPELLINGS[word] ?? word);
  if (regionOf(name) === null)
    return [VENDORS[first] ?? SPELLINGS[first] ?? capitalised(first), ...words].join(' ');
  const [second = '', ...others] = words;
  return [first.toUpperCase(), others.length === 0 ? capitalised(second) : second, ...others].join(' ');
};

/** The same within a sentence: `a prompt injection`, but `an OpenAI API key`. */
export const titleWithin = (name: string): string => {
  const title = titleOf(name);
  const [first = ''] = title.split(' ');
  return ORDINARY.has(first.toLowerCase()) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
};
