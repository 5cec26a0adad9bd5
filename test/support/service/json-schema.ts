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
  // references are pointers into the document
  const validate = ajv.compile({ ...schema, components: root.components })
  compiled.set(schema, validate)
  return validate
}

const shown = ({ instancePath, message = '' }: ErrorObject): string => `${instancePath} ${message}`

/** The errors of a value against a schema of the OpenAPI document `root`; empty if it is valid. */
export const misfits = (value: unknown, schema: Schema, root: Schema): readonly string[] => {
  const validate = validatorOf(schema, root)
  return validate(value) ? [] : (validate.errors ?? []).map(shown)
}
