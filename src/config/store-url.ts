import { didYouMean } from './suggest.ts';

/** Modes of PostgreSQL's driver: all but the first two check the server's certificate and name. */
const SSL_MODES: readonly string[] = [
  'disable',
  'no-verify',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
];

/** The driver knows URLs without a host, too. */
const parse = (text: string): URL | null => URL.parse(text) ?? URL.parse(text.replace('@/', '@host/'));

/** @returns What is wrong with `sslmode` in a PostgreSQL URL: the driver takes any; null where nothing is. */
export const wrongSslMode = (text: string): string | null => {
  const wrong = parse(text)
    ?.searchParams.getAll('sslmode')
    .find((mode) => !SSL_MODES.includes(mode));
  if (wrong === undefined) return null;
  return `sslmode must be one of ${SSL_MODES.join(', ')}${didYouMean(wrong, SSL_MODES)}`;
};
