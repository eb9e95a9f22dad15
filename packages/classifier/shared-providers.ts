/**
 * Public mail providers. Two senders there have nothing in common, so the domain must not draw an unknown sender to
 * another sender's folder. A missing provider is found by its many senders (shared-domains.ts).
 */
const IN_MANY_COUNTRIES = namesIn('gmail googlemail outlook hotmail live msn yahoo ymail aol gmx yandex')
const COUNTRY = /^[a-z]{2,3}(?:\.[a-z]{2})?$/

const DOMAINS =
  namesIn(`icloud.com me.com mac.com rocketmail.com proton.me protonmail.com protonmail.ch pm.me tutanota.com tuta.io
  fastmail.com fastmail.fm hey.com zoho.com mail.com email.com usa.net
  comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net
  btinternet.com sky.com virginmedia.com ntlworld.com talktalk.net eircom.net bigpond.com optusnet.com.au xtra.co.nz
  shaw.ca rogers.com
  web.de t-online.de freenet.de posteo.de mailbox.org arcor.de online.de bluewin.ch aon.at
  orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr skynet.be telenet.be
  telefonica.net terra.es libero.it virgilio.it tiscali.it alice.it tin.it sapo.pt uol.com.br bol.com.br
  ziggo.nl kpnmail.nl kpnplanet.nl planet.nl hetnet.nl home.nl xs4all.nl casema.nl upcmail.nl online.nl
  wp.pl o2.pl onet.pl interia.pl seznam.cz centrum.cz mail.ru bk.ru inbox.ru list.ru rambler.ru ukr.net
  qq.com 163.com 126.com sina.com naver.com daum.net hanmail.net rediffmail.com`)

function namesIn(names: string): Set<string> {
  return new Set(names.split(/\s+/))
}

export function isSharedProvider(domain: string): boolean {
  if (DOMAINS.has(domain)) return true
  const dot = domain.indexOf('.')
  return dot > 0 && IN_MANY_COUNTRIES.has(domain.slice(0, dot)) && COUNTRY.test(domain.slice(dot + 1))
}
