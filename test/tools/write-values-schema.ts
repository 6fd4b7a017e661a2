// npm run chart:schema
import { writeFileSync } from 'node:fs';
import { valuesSchemaJson } from './values-schema.ts';

writeFileSync(new URL('../../helm/portcullis/values.schema.json', import.meta.url), valuesSchemaJson());
