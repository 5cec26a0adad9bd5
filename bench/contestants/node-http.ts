import type { IncomingMessage, ServerResponse } from 'node:http'
import { pageSize } from '../load/requests.ts'
import { library } from './library.ts'
import { listening } from './listening.ts'

// Upper bound: bare node:http, no store, no checks, a page prepared as text.
const page = `{"assets":${JSON.stringify(library.slice(0, pageSize))},"count":500,"next":null,"previous":null}`

const answer = (res: ServerResponse, json: string): void => {
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) }).end(json)
}
const save = (req: IncomingMessage, res: ServerResponse): void => {
  const chunks: Buffer[] = []
  req.on('data', chunk => chunks.push(chunk))
  req.on('end', () => {
    const { creativeName } = JSON.parse(Buffer.concat(chunks).toString())
    answer(res, JSON.stringify({ message: `Creative ${creativeName} was saved.` }))
  })
}
listening((req, res) => (req.method === 'POST' ? save(req, res) : answer(res, page)))
