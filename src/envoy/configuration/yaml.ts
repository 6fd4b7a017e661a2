import { stringify } from 'yaml';

/** YAML documents as people read them: no anchors, no line breaks within values. */
export const toYaml = (documents: readonly object[]): string =>
  documents
    .map((document) => stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }))
    .join('---\n');
