import { Box, Group, type MantineSpacing, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

/** Name of the page (also the window's), what it is for, and what can be done on it. */
export const PageHeader = ({
  title,
  description,
  actions,
}: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
}) => {
  useEffect(() => {
    document.title = `${title} · Portcullis`;
  }, [title]);
  return (
    <Group justify="space-between" align="flex-end" mb="lg" gap="sm">
      <div>
        <Title order={1}>{title}</Title>
        {description === undefined ? null : (
          <Text c="dimmed" size="sm" mt={2}>
            {description}
          </Text>
        )}
      </div>
      {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
    </Group>
  );
};

export const Card = ({
  title,
  note,
  actions,
  children,
  padding = 'md',
}: {
  title?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  padding?: MantineSpacing;
}) => (
  <Box component="section" className="card" h="100%">
    {title === undefined ? null : (
      <Group
        justify="space-between"
        px="md"
        pt="md"
        pb={padding === 0 ? 'sm' : 4}
        wrap="nowrap"
        align="flex-start"
      >
        <div>
          <Title order={2}>{title}</Title>
          {note === undefined ? null : (
            <Text c="dimmed" size="sm">
              {note}
            </Text>
          )}
        </div>
        {actions}
      </Group>
    )}
    <Box p={padding} pt={title !== undefined && padding !== 0 ? 'xs' : padding}>
      {children}
    </Box>
  </Box>
);

/** A name and its value, one under the other. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Stack gap={2} miw={0}>
    <Text size="xs" c="dimmed" fw={500}>
      {name}
    </Text>
    <Text size="sm" component="div" className="number">
      {children}
    </Text>
  </Stack>
);
