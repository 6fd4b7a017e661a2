import { IconBan, IconCheck, IconClockX, IconHourglass } from '@tabler/icons-react';

/** What a key may be, as people read it. */
export const STATES = {
  active: { word: 'Active', color: 'green', icon: IconCheck },
  ending: { word: 'Ending', color: 'orange', icon: IconHourglass },
  expired: { word: 'Expired', color: 'gray', icon: IconClockX },
  revoked: { word: 'Revoked', color: 'red', icon: IconBan },
} as const;
