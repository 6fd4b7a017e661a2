import { AnchorLink } from './links.tsx';

/** What to do where nothing came through yet. */
export const FirstRequest = () => (
  <>
    Send one through the gateway: the page of a key shows how, in curl and in five libraries.{' '}
    <AnchorLink to="/keys" inherit underline="always">
      Go to the keys
    </AnchorLink>
  </>
);
