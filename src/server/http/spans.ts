import { context, SpanStatusCode, trace, type Span } from '@opentelemetry/api'

/** Costs nothing unless traces are sent. */
export async function inSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const span = startSpan(name)
  try {
    return await within(span, work)
  } catch (error) {
    // The message of an error may name a cart or an address. The log has it.
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

function startSpan(name: string): Span {
  return trace.getTracer('storefront').startSpan(name)
}

function within<Result>(span: Span, work: () => Result): Result {
  return context.with(trace.setSpan(context.active(), span), work)
}
