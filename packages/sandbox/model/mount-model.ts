import type { Kit } from '../kit/kit.ts'
import type { Routers } from '../kit/mount.ts'
import { serviceMiddleware } from '../kit/service-middleware.ts'
import { modelControl } from './model-control.ts'
import { modelFaultBehavior } from './model-fault-behavior.ts'
import { modelRoutes } from './routes.ts'
import { createLanguageModel } from './model-state.ts'

/** A language model with OpenAI's API. */
export function mountModel({ app, control }: Routers, sandbox: Kit): void {
  const model = createLanguageModel(sandbox)
  app.use('/api.openai.com/*', serviceMiddleware(sandbox, 'model', modelFaultBehavior))
  app.route('/api.openai.com', modelRoutes(sandbox, model))
  control.route('/model', modelControl(model))
}
