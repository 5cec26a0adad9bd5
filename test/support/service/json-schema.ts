import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

type Schema = { readonly [keyword: string]: unknown }

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addFormat('idn-email', /^[^@\s]+@[^@\s]+$/)

const compiled = new WeakMap<Schema, ValidateFunction>()
const validatorOf = (schema: Schema, root: Schema): ValidateFunction => {
  const known = compiled.get(schema)
  if (known) return known
  // its references are pointers into the document
  const validate = ajv.compile({ ...schema, components: root.components })
  compiled.set(schema, validate)
  return validate
}

const told = ({ instancePath, message = '' }: ErrorObject): string => `${instancePath} ${message}`

/** Why a value does not satisfy a schema of the OpenAPI document `root`; nothing when it does. */
export const misfits = (value: unknown, schema: Schema, root: Schema): readonly string[] => {
  const validate = validatorOf(schema, root)
  return validate(value) ? [] : (validate.errors ?? []).map(told)
}
