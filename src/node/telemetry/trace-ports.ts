import { SpanKind } from '@opentelemetry/api'
import type { Ports } from '../../ports/ports.ts'
import { failed, type Spans } from './spans.ts'

/** Makes a span of each page that is rendered, and of each mail that is sent. No attribute holds an address or a name. */
export const tracePorts =
  (spans: Spans) =>
  (ports: Ports): Ports => ({
    ...ports,
    renderer: {
      ...ports.renderer,
      render: job => {
        const { format, width, height, scale } = job
        const attributes = { 'endcap.format': format, 'endcap.size': `${width}x${height}`, 'endcap.scale': scale }
        return spans.during('render', { attributes }, async span => {
          const rendered = await ports.renderer.render(job)
          if ('code' in rendered) failed(span, rendered.code)
          return rendered
        })
      },
    },
    mailer: {
      ...ports.mailer,
      send: (mail, signal) =>
        spans.during('send mail', { kind: SpanKind.CLIENT }, async span => {
          const failure = await ports.mailer.send(mail, signal)
          if (failure) failed(span, failure.permanent ? 'mail-refused' : 'mail-failed')
          return failure
        }),
    },
  })
