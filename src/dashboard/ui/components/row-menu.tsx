import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, type TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import { visibleString } from '../lib/visible.ts';
import { AskDialog, type Question } from './ask.tsx';

export type RowAction = Readonly<{
  word: string;
  icon: TablerIcon;
  isDanger?: boolean;
  /** Asked before it is done; without one it is done at once. */
  ask?: Question;
  run: () => void;
}>;

/** The three dots at the end of a row: what can be done with it. */
export const RowMenu = ({ name, actions }: { name: string; actions: readonly RowAction[] }) => {
  const [asking, setAsking] = useState<RowAction | null>(null);
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`What to do with ${visibleString(name)}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((action) => (
            <Menu.Item
              key={action.word}
              {...(action.isDanger === true ? { color: 'red' } : {})}
              leftSection={<action.icon size={16} aria-hidden />}
              onClick={() => (action.ask === undefined ? action.run() : setAsking(action))}
            >
              {action.word}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {asking?.ask === undefined ? null : (
        <AskDialog question={asking.ask} onConfirm={asking.run} onClose={() => setAsking(null)} />
      )}
    </>
  );
};
