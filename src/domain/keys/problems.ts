import { type Problems, problem } from '../shared/problem.ts'

/** Problem codes of this area. */
export const keysProblems = {
  'permission-missing': problem(
    'forbidden',
    'The key lacks the permission',
    '`permission` names the permission that the operation requires.',
    'Use a key with this permission, or ask for one that has it.',
  ),
  'account-not-on-key': problem(
    'forbidden',
    'The key has no access to the account',
    'A key can only access the accounts that it was issued for.',
    'Use a key of this account, or ask for one that includes it.',
  ),
  'organisation-not-on-key': problem(
    'forbidden',
    'The key has no access to the organisation',
    'A key can only access the organisations that it was issued for.',
    'Use a key of this organisation, or ask for one that includes it.',
  ),
  'grant-exceeds-key': problem(
    'forbidden',
    'A key cannot grant more than it has',
    'A new key can only have permissions, accounts and organisations that the issuing key has, and cannot expire later.',
    'Ask for less, or issue the key with one that has more.',
  ),
} as const satisfies Problems
