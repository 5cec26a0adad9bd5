import { type Problems, problem } from '../shared/problem.ts'

/** Problem codes of this area. */
export const keysProblems = {
  'permission-missing': problem(
    'forbidden',
    'The key lacks the permission',
    '`permission` names the permission that the operation requires.',
  ),
  'account-not-on-key': problem(
    'forbidden',
    'The key has no access to the account',
    'A key can only access the accounts that it was issued for.',
  ),
  'organisation-not-on-key': problem(
    'forbidden',
    'The key has no access to the organisation',
    'A key can only access the organisations that it was issued for.',
  ),
  'grant-exceeds-key': problem(
    'forbidden',
    'A key cannot grant more than it has',
    'A new key can only have permissions, accounts and organisations that the issuing key has, and cannot expire later.',
  ),
} as const satisfies Problems
