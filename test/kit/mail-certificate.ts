import tls from 'node:tls'
import { createSelfSignedCertificate } from '../../scripts/lib/self-signed-certificate.ts'

let created: ReturnType<typeof create> | undefined

/** The certificate of all mail servers of this process, for 127.0.0.1 and localhost, which this process trusts. */
export function mailCertificate() {
  created ??= create()
  return created
}

function create() {
  const [from, to] = [new Date('2020-01-01'), new Date('2120-01-01')]
  const pair = createSelfSignedCertificate('Mail server of tests', from, to, ['localhost', '127.0.0.1'])
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), pair.certificate])
  return pair
}
