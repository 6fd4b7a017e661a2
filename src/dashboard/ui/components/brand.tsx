import { Group, Text } from '@mantine/core';

export const Brand = ({ size = 28 }: { size?: number }) => (
  <Group gap={9} wrap="nowrap">
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#3646c4" />
      <path
        d="M8 25V14a8 8 0 0 1 16 0v11M13.3 25V9.5M18.7 25V9.5M8 15h16M8 20.5h16"
        fill="none"
        stroke="#fff"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
    <Text fw={700} fz={17} style={{ letterSpacing: '-0.01em' }}>
      Portcullis
    </Text>
  </Group>
);
