import { Select } from '@mantine/core';
import { useState } from 'react';
import { keyOptions, useFoundKeys, useKeysById } from './lookup.ts';

/** One of all keys, which may be thousands: the server looks for what is typed. */
export const KeySelect = ({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (id: string | null) => void;
}) => {
  const [typed, setTyped] = useState('');
  const chosen = useKeysById(value === null ? [] : [value]);
  // What stands there after a choice is its name, and nothing that somebody looks for.
  const isTyped = chosen.every(({ name }) => name !== typed);
  const found = useFoundKeys(isTyped ? typed : '');
  const keys = [...chosen, ...found.filter(({ id }) => id !== value)];
  const options = keyOptions(keys);
  return (
    <Select
      aria-label="Key"
      placeholder="All keys"
      w={190}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': 'All keys' }}
      comboboxProps={{ width: 280, position: 'bottom-end' }}
      nothingFoundMessage="No key agrees"
      // The server has looked already, also at ids and beginnings that no label has.
      filter={({ options: all }) => all}
      onSearchChange={setTyped}
      data={value === null || chosen.length > 0 ? options : [{ value, label: value }, ...options]}
      value={value}
      onChange={onChange}
    />
  );
};
