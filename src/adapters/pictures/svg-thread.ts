import { parentPort } from 'node:worker_threads'
import { svgReferences } from './svg-references.ts'

parentPort?.on('message', (svg: string) => parentPort?.postMessage(svgReferences(svg)))
// its modules are loaded: from now on the time of the work counts
parentPort?.postMessage('ready')
