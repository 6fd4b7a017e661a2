import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Html = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps | keyof AnchorProps> & {
  ref?: Ref<HTMLAnchorElement>;
};

/** Links to pages of ours in Mantine's clothes. */
export const AnchorLink = createLink((props: Html & Omit<AnchorProps, 'href'>) => <Anchor {...props} />);
export const ButtonLink = createLink((props: Html & Omit<ButtonProps, 'href'>) => (
  <Button component="a" {...props} />
));
