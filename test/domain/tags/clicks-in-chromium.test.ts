import { launchBrowser } from '../../support/rendering/browser.ts'
import { visitorsOf } from '../../support/rendering/visitor.ts'
import { clicksContract } from './clicks.contract.ts'

clicksContract('Chromium', async () => visitorsOf(await launchBrowser()))
