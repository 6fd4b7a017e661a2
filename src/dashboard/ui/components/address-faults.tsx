import { Alert, type AlertProps, Button, Group } from '@mantine/core';
import { IconFilterX, IconLinkOff } from '@tabler/icons-react';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { type Fault, strangeNames, without } from '../lib/address-faults.ts';
import { visibleString } from '../lib/visible.ts';

/** Which parts of the address mean nothing, and the way to the page without them. */
export const NotUnderstood = ({
  faults,
  title,
  ...place
}: Pick<AlertProps, 'm' | 'mb'> & { faults: readonly Fault[]; title: string }) => {
  const { pathname } = useLocation();
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <Alert
      color="orange"
      variant="light"
      {...place}
      icon={<IconLinkOff aria-hidden />}
      title={title}
      role="alert"
    >
      <Group justify="space-between">
        <ul style={{ margin: 0, paddingLeft: 18, overflowWrap: 'anywhere' }}>
          {faults.map(({ name, value, why }) => (
            <li key={`${name} ${value}`}>
              <code>
                {visibleString(name)}={visibleString(value)}
              </code>
              : {visibleString(why)}
            </li>
          ))}
        </ul>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFilterX size={14} aria-hidden />}
          onClick={() => void navigate({ to: pathname, search: without(search, faults), replace: true })}
        >
          Show the page without {faults.length === 1 ? 'it' : 'them'}
        </Button>
      </Group>
    </Alert>
  );
};

/** Above a page that is shown all the same, since it does not read them. */
export const StrangeNames = () => {
  const { pathname } = useLocation();
  const faults = strangeNames(pathname, useSearch({ strict: false }));
  return faults.length === 0 ? null : (
    <NotUnderstood
      mb="md"
      faults={faults}
      title="Part of this address is not understood, and changes nothing here"
    />
  );
};
