/** Where the database is, without the password that the URL holds. */
export const targetOf = (url: string): string => {
  try {
    const { host, pathname, searchParams } = new URL(url);
    return `postgres://${host === '' ? (searchParams.get('host') ?? '') : host}${pathname}`;
  } catch {
    return 'PostgreSQL';
  }
};
