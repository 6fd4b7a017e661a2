/** Presidio's names where it has one; the ids are stable and never used again for something else. */
const RULE_IDS = {
  EMAIL_ADDRESS: 'PII-1001',
  CREDIT_CARD: 'PII-1002',
  IBAN_CODE: 'PII-1003',
  US_SSN: 'PII-1004',
  IP_ADDRESS: 'PII-1005',
  PHONE_NUMBER: 'PII-1006',
  MAC_ADDRESS: 'PII-1007',
  CRYPTO: 'PII-1008',
  US_ITIN: 'PII-1009',
  US_PASSPORT: 'PII-1010',
  US_DRIVER_LICENSE: 'PII-1011',
  US_BANK_NUMBER: 'PII-1012',
  ABA_ROUTING_NUMBER: 'PII-1013',
  MEDICAL_LICENSE: 'PII-1014',
  UK_NHS: 'PII-1015',
  UK_NINO: 'PII-1016',
  ES_NIF: 'PII-1017',
  ES_NIE: 'PII-1018',
  IT_FISCAL_CODE: 'PII-1019',
  IT_VAT_CODE: 'PII-1020',
  PL_PESEL: 'PII-1021',
  FR_NIR: 'PII-1022',
  DE_TAX_ID: 'PII-1023',
  NL_BSN: 'PII-1024',
  IN_AADHAAR: 'PII-1025',
  IN_PAN: 'PII-1026',
  AU_TFN: 'PII-1027',
  AU_ABN: 'PII-1028',
  AU_MEDICARE: 'PII-1029',
  SG_NRIC_FIN: 'PII-1030',
  BR_CPF: 'PII-1031',
  BR_CNPJ: 'PII-1032',
  CA_SIN: 'PII-1033',
  CH_AHV: 'PII-1034',
  SE_PERSONNUMMER: 'PII-1035',
  FI_PERSONAL_IDENTITY_CODE: 'PII-1036',
  DK_CPR: 'PII-1037',
  NO_FODSELSNUMMER: 'PII-1038',
  BE_NATIONAL_NUMBER: 'PII-1039',
  PT_NIF: 'PII-1040',
  AU_ACN: 'PII-1041',
  KR_RRN: 'PII-1042',
  CN_RESIDENT_ID: 'PII-1043',
} as const;

export type EntityName = keyof typeof RULE_IDS;

/** What stands in `sub_type` of a finding of category `pii`. */
export const ENTITY_NAMES = Object.keys(RULE_IDS) as readonly EntityName[];

export const ruleIdOf = (name: EntityName): string => RULE_IDS[name];
