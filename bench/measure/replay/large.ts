import { large } from './projections.ts'

export const projections = [large]
