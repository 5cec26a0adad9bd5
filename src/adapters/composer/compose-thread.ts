import { parentPort } from 'node:worker_threads'
import { type AdInput, composedAd } from '../../domain/creatives/composed-ad.ts'

parentPort?.on('message', (input: AdInput) => parentPort?.postMessage(composedAd(input)))
// its modules are loaded: from now on the time of the work counts
parentPort?.postMessage('ready')
