import { firefoxMissing, launchFirefox } from '../../support/rendering/firefox.ts'
import { skip } from '../../support/servers/skip.ts'
import { clicksContract } from './clicks.contract.ts'

if (firefoxMissing === undefined) clicksContract('Firefox', launchFirefox)
else skip(firefoxMissing)
