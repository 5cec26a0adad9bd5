import { Argument, Command } from 'commander'
import { ownKeyNames } from '../adapters/secrets/own-keys.ts'
import { listSecrets } from './secrets/list.ts'
import { add, remove, use } from './secrets/own-keys.ts'
import { publicKey } from './secrets/public-key.ts'
import { reseal } from './secrets/reseal.ts'

const nameOfKey = () =>
  new Argument(
    '<name>',
    'pepper (of API keys), signing-key (of links and page tokens), or seal-key (of seals)',
  ).choices(ownKeyNames)

const reason = ['--reason <text>', 'why, such as a ticket; auditors read it'] as const

/** `endcap secrets`: rotates SECRETS_KEY and the keys of the service. docs/operations.md has the steps. */
export const secretsCommand = (): Command => {
  const secrets = new Command('secrets')
  secrets
    .command('list')
    .description(
      'list the keys: how many values are sealed under each key of SECRETS_KEY, the peppers, the signing keys',
    )
    .option('--json', 'print JSON')
    .action(listSecrets)
  secrets
    .command('reseal')
    .description(
      'seal every stored value again under the first key of SECRETS_KEY; nodes may run; resumes when run again',
    )
    .option('--force', 'seal although nodes run that do not know the first key')
    .action(reseal)
  secrets
    .command('add')
    .description('make another key, which each node accepts from its next start, and print its id')
    .addArgument(nameOfKey())
    .option(...reason)
    .action(add)
  secrets
    .command('use')
    .description('use another key from the next start of each node; the others are still accepted')
    .addArgument(nameOfKey())
    .argument('<id>', 'id of the key, as listed')
    .option(...reason)
    .action(use)
  secrets
    .command('remove')
    .description('destroy a key that is no longer used; what was made with it stops working')
    .addArgument(nameOfKey())
    .argument('<id>', 'id of the key, as listed')
    .option('--force', 'remove a pepper although live API keys were hashed with it')
    .option(...reason)
    .action(remove)
  secrets
    .command('public-key')
    .description('print the public keys that seals of the log are verified with, the used one first')
    .option('--json', 'print {publicKeys[]}')
    .action(publicKey)
  return secrets
}
