import { createRequire } from 'node:module'

import { FastifyOtelInstrumentation } from '@fastify/otel'
import { trace, type Span } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

import { tracedPath } from './request-log.ts'

/** Set up by the standard `OTEL_*` variables. Spans hold no id of a person's cart or order. */
export const tracing = fp(
  async function tracing(app: FastifyInstance) {
    const resource = resourceFromAttributes({ 'service.name': 'storefront' }).merge(
      detectResources({ detectors: [envDetector] }),
    )
    const spanProcessors = [new BatchSpanProcessor(new OTLPTraceExporter())]
    const provider = new NodeTracerProvider({ resource: defaultResource().merge(resource), spanProcessors })
    provider.register()
    const requests = new FastifyOtelInstrumentation({
      instrumentHooks: false,
      requestHook: describeRequest,
      // By default, the name of a handler is the list of all plugins.
      lifecycleHook: (span) => span.updateName('handler').setAttribute('hook.name', 'handler'),
    })
    const stop = registerInstrumentations({
      tracerProvider: provider,
      instrumentations: [requests, new UndiciInstrumentation({ startSpanHook: describeCall }), new PgInstrumentation()],
    })
    // Patches the module, which `import` does not do. Both share its classes.
    createRequire(import.meta.url)('pg')
    await app.register(requests.plugin())
    app.addHook('onRequest', (request, reply, done) => {
      const { span } = request.opentelemetry()
      if (span) request.log = reply.log = request.log.child({ trace_id: span.spanContext().traceId })
      done()
    })
    app.addHook('onClose', async () => {
      stop()
      await provider.shutdown()
      trace.disable()
    })
  },
  { name: 'tracing', dependencies: ['request-ids'] },
)

function describeRequest(span: Span, { id, method, url, routeOptions }: FastifyRequest): void {
  span.updateName(`${method} ${routeOptions.url ?? ''}`.trim())
  span.setAttributes({ 'http.request.id': id, 'url.path': tracedPath(url) })
}

function describeCall({ origin, path }: { origin: string; path: string }): Record<string, string> {
  const traced = tracedPath(path)
  return { 'url.full': origin + traced, 'url.path': traced, 'url.query': '' }
}
