import { cloudService } from '../domain/cloud/service.ts'
import { keepingUsed } from '../engine/write/used-secrets.ts'

/** Runs a change of a cloud service, then destroys the credentials that are no longer used. */
export const keepingUsedSecret = keepingUsed(cloudService)
