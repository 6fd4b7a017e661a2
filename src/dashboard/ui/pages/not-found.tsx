import { IconMapPinOff } from '@tabler/icons-react';
import { ButtonLink } from '../components/links.tsx';
import { Empty } from '../components/states.tsx';

export const NotFound = () => (
  <Empty
    icon={<IconMapPinOff size={22} aria-hidden />}
    title="There is no such page"
    action={
      <ButtonLink to="/" variant="default" mt="sm">
        Go to the overview
      </ButtonLink>
    }
  >
    The address may be mistyped, or what was here is gone.
  </Empty>
);
