import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { label } from '../lib/format.ts';
import { isAtLeast, useUser } from '../lib/session.ts';
import type { Role } from '../lib/types.ts';

/** In a form that was begun with another role: what is typed stays, and cannot be sent. */
export const RoleLack = ({ least }: { least: Role }) => {
  const { role } = useUser();
  if (isAtLeast(role, least)) return null;
  return (
    <Alert
      variant="light"
      color="orange"
      icon={<IconLock aria-hidden />}
      role="alert"
      title="Your role does not allow this any more"
    >
      You are {label(role).toLowerCase()} now; it takes {label(least).toLowerCase()}. What you have typed
      stays here, and can be saved once an admin has changed your role back.
    </Alert>
  );
};
