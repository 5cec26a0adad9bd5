import { small } from './projections.ts'

export const projections = [small]
