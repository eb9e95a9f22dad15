import type { Incident } from './incidents.ts'
import type { TortureApp } from './torture-app.ts'

/** A suspended worker and a stopped database come back while the next messages arrive. */
export function causeIncident(app: TortureApp, incident: Incident): Promise<unknown> {
  switch (incident.kind) {
    case 'suspend':
      return app.suspendWorker(incident.forMs)
    case 'cut-connections':
      return app.cutConnections()
    case 'restart-database':
      return app.stopDatabase('SIGINT')
    case 'crash-database':
      return app.stopDatabase('SIGKILL')
    case 'fill-disk':
      return app.fillDisk(incident.forMs)
    case 'crash-web':
      return app.crashWeb()
    case 'clock-jump':
      return app.jumpClock(incident.byMs)
    case 'move-back':
      return app.moveBack(incident.mails)
    case 'slow-calls':
    case 'outlook-fault':
      return app.bench.control('PUT', '/control/faults', [incident.fault])
  }
}
