import { type Problems, problem } from '../shared/problem.ts'

/** What this area refuses. */
export const keysProblems = {
  'permission-missing': problem(
    'forbidden',
    'The key lacks the permission',
    '`permission` names what the operation requires.',
  ),
  'account-not-on-key': problem(
    'forbidden',
    'The account is not on the key',
    'A key reaches only the accounts that it was issued for.',
  ),
  'organisation-not-on-key': problem(
    'forbidden',
    'The organisation is not on the key',
    'A key reaches only the organisations that it was issued for.',
  ),
  'grant-exceeds-key': problem(
    'forbidden',
    'A key cannot grant more than it has',
    'A new key can only have permissions, accounts and organisations that the issuing key has.',
  ),
} as const satisfies Problems
