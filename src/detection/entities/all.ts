import { BR_CNPJ, BR_CNPJ_DIVIDED, BR_CNPJ_WITH_LETTERS, BR_CPF, CA_SIN } from './americas.ts';
import {
  AU_ABN,
  AU_ACN,
  AU_MEDICARE,
  AU_TFN,
  CN_RESIDENT_ID,
  IN_AADHAAR,
  IN_PAN,
  JP_MY_NUMBER,
  KR_RRN,
  KR_RRN_BY_DATE,
  SG_NRIC_FIN,
} from './asia-pacific.ts';
import { ANNOUNCED_CARD } from './card-number.ts';
import type { CodedEntity, NumberEntity } from './entity.ts';
import { DE_ID_CARD, PASSPORT_NUMBER, RU_PASSPORT } from './identity-papers.ts';
import { IT_FISCAL_CODE, IT_VAT_CODE, IT_VAT_WITH_COUNTRY } from './italy.ts';
import {
  DK_CPR,
  FI_PERSONAL_IDENTITY_CODE,
  NO_FODSELSNUMMER,
  PL_PESEL,
  SE_PERSONNUMMER,
} from './northern-europe.ts';
import { ES_NIE, ES_NIF } from './spain.ts';
import { UK_DRIVING_LICENCE, UK_NHS, UK_NINO } from './united-kingdom.ts';
import {
  ABA_ROUTING_NUMBER,
  MEDICAL_LICENSE,
  US_BANK_NUMBER,
  US_DRIVER_LICENSE,
  US_ITIN,
  US_PASSPORT,
  US_SSN,
} from './united-states.ts';
import {
  BE_NATIONAL_NUMBER,
  CH_AHV,
  DE_TAX_ID,
  FR_NIR,
  FR_NIR_OF_CORSICA,
  NL_BSN,
  PT_NIF,
  PT_NIF_WITH_COUNTRY,
} from './western-europe.ts';

/** Entities of nothing but digits. */
export const NUMBER_ENTITIES: readonly NumberEntity[] = [
  ANNOUNCED_CARD,
  US_SSN,
  US_ITIN,
  ABA_ROUTING_NUMBER,
  US_BANK_NUMBER,
  UK_NHS,
  IT_VAT_CODE,
  FR_NIR,
  DE_TAX_ID,
  NL_BSN,
  BE_NATIONAL_NUMBER,
  CH_AHV,
  PT_NIF,
  PL_PESEL,
  SE_PERSONNUMMER,
  DK_CPR,
  NO_FODSELSNUMMER,
  IN_AADHAAR,
  AU_TFN,
  AU_ABN,
  AU_ACN,
  AU_MEDICARE,
  KR_RRN,
  KR_RRN_BY_DATE,
  JP_MY_NUMBER,
  RU_PASSPORT,
  BR_CPF,
  BR_CNPJ,
  CA_SIN,
];

/** Entities with letters at fixed places. */
export const CODED_ENTITIES: readonly CodedEntity[] = [
  US_PASSPORT,
  US_DRIVER_LICENSE,
  MEDICAL_LICENSE,
  UK_NINO,
  ES_NIF,
  ES_NIE,
  IT_FISCAL_CODE,
  IT_VAT_WITH_COUNTRY,
  FR_NIR_OF_CORSICA,
  PT_NIF_WITH_COUNTRY,
  BR_CNPJ_WITH_LETTERS,
  BR_CNPJ_DIVIDED,
  FI_PERSONAL_IDENTITY_CODE,
  IN_PAN,
  SG_NRIC_FIN,
  CN_RESIDENT_ID,
  PASSPORT_NUMBER,
  DE_ID_CARD,
  UK_DRIVING_LICENCE,
];
