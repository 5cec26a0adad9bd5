// @ts-check
import { resolvedAt } from './resolved.js'

/** @param {unknown} document @param {readonly string[]} path */
const resolveSubtree = async (document, path) => ({ spec: resolvedAt(document, path), errors: [] })

// the bundle of Swagger UI is a script without types, which defines a global
const page = /** @type {any} */ (globalThis)
page.ui = page.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#ui',
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
  docExpansion: 'none',
  filter: true,
  plugins: [{ fn: { resolveSubtree } }],
})
