import { workerData } from 'node:worker_threads'
import { openReads } from '../reading/reads.ts'
import { answerCalls } from './answer-calls.ts'

answerCalls(openReads(workerData))
