import type { Rejection } from '../domain/shared/decider.ts'
import { errorOf } from '../engine/react/settled.ts'

/** Why a job cannot store what it made, as its status says; an attempt fails if the room is not known at the moment. */
export const faultOfRoom = (rejection: Rejection): Rejection => {
  if (rejection.code !== 'storage-full') throw errorOf(rejection)
  return rejection
}
