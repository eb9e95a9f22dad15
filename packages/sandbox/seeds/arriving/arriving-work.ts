import { invitation, pdf, png } from '../file-builders.ts'
import { inFolder, type SeedMail } from '../seed-mail.ts'

const machine = { 'Auto-Submitted': 'auto-generated', Precedence: 'bulk' }

export const arrivingWork: SeedMail[] = [
  ...inFolder('Work', 'new-work', [
    {
      from: 'Helen Carrick <helen.carrick@tidewell.example>',
      to: ['everyone@tidewell.example'],
      subject: 'All-hands moved to 10:30, the timer has been charged',
      text:
        'Because of the fire drill (which is a secret, so you have not read this). Same rules: three minutes a ' +
        'team, one slide.\n\nHelen',
    },
    {
      from: 'IT Helpdesk <helpdesk@tidewell.example>',
      subject: '[Helpdesk #4502] Your new laptop is ready for collection',
      text:
        'Dear colleague,\n\nyour 14 inch machine (asset TW-0261) is ready. Bring the old one, with its charger, ' +
        'and without the stickers if you want to keep them. Takes fifteen minutes, bring a coffee.\n\nMarek / IT',
      headers: { 'X-Ticket': '4502' },
    },
    {
      from: 'Siobhan Daly <siobhan.daly@tidewell.example>',
      subject: 'Invitation: fire warden briefing, 20 minutes',
      kind: 'meeting-request',
      text:
        'You are fire warden for the upstairs office since Aïcha swapped with you in January. I have it in ' +
        'writing.',
      files: [
        {
          name: 'invite.ics',
          contentType: 'text/calendar; method=REQUEST',
          content: invitation(
            'warden-7@tidewell.example',
            'Fire warden briefing',
            'Yard',
            '{days:9}T083000Z',
            'siobhan.daly@tidewell.example',
          ),
        },
      ],
    },
  ]),
  ...inFolder('Work/Projects', 'new-projects', [
    {
      language: 'fr',
      from: 'Canal de la Haute-Tille <technique@haute-tille.example>',
      subject: 'Démonstration au printemps : deux dates',
      text:
        'Bonjour,\n\nMerci pour votre offre. Nos éclusiers seraient disponibles le 21 ou le 23. Ils demandent si ' +
        "l'appareil supporte le gel, la vase et les remarques.\n\nCordialement,\nÉtienne Vauzelle",
    },
    {
      from: 'Hydro Measure Conference <programme@hydromeasure-conf.example>',
      subject: 'Speaker information: session C2, room and slides',
      text:
        'Dear speaker,\n\nyour talk "Cheap gauges, honest numbers" is on the second day at 11:20 in the small ' +
        "hall. Slides in 16:9, no video with sound, we know why. The speakers' dinner is on a barge.\n\n" +
        'Programme committee',
    },
  ]),
  ...inFolder('Work/Projects/Heron', 'new-heron', [
    {
      from: 'Daan Kuipers <daan.kuipers@tidewell.example>',
      subject: 'Heron 18: the swan has moved out',
      text:
        'Nest empty, five grey ones on the water. Bracket goes on tomorrow. I measured the staff at 19 as well, ' +
        'offset is -4 mm.\n\nDaan',
      files: [{ name: 'site18.png', contentType: 'image/png', content: png(140, 100, [90, 140, 150]) }],
    },
    {
      language: 'fr',
      from: 'Claire Reuter <claire.reuter@valmoselle.example>',
      subject: 'Heron, lot 2 : réception le 28 ?',
      text:
        'Bonjour Robin,\n\nLa présidente souhaite réceptionner les stations 13 à 28 en une seule journée, en ' +
        'bateau. Est-ce faisable le 28 ? Il faudrait les protocoles de calibration une semaine avant.\n\nBien ' +
        'cordialement,\nClaire Reuter',
    },
    {
      language: 'de',
      from: 'Dr. Stefan Noll <stefan.noll@valmoselle.example>',
      subject: 'Gehäuse Station 9 nach Drehung: Abweichung behoben',
      text:
        'Sehr geehrter Herr Maes,\n\nbei der gestrigen kleinen Welle lagen Ihre Station 9 und unser ' +
        'Schwimmerpegel höchstens einen Zentimeter auseinander. Die Drehung um 30 Grad hat den Stau beseitigt. ' +
        'Ich schreibe es so in den Bericht.\n\nMit freundlichen Grüßen\nDr. Stefan Noll',
    },
    {
      from: 'Tomasz Wrona <tomasz.wrona@tidewell.example>',
      subject: 'why station 3 thought it was 2036',
      text:
        'Counter rollover in the radio module, not ours. I work around it in 3.4.2: if the network says a year ' +
        'after 2030 we do not believe the network. You may update station 3 again.\n\nT.',
    },
  ]),
  ...inFolder('Work/Projects/Otter', 'new-otter', [
    {
      language: 'nl',
      from: 'Marloes de Wit <m.dewit@lageveen.example>',
      subject: 'Otter: vergunning Vaartkade is binnen!',
      text:
        'Hoi Robin,\n\nHet waterschap heeft ja gezegd, met één voorwaarde: niet graven tussen 15 maart en 15 juni ' +
        'wegens de snoekbaars. Kan Daan de twee putten dus deze week nog doen?\n\nGroet,\nMarloes',
    },
    {
      language: 'es',
      from: 'Javier Ordás <jordas@aqualonia.example>',
      subject: 'Segunda tanda de ensayos: mejor de lo que esperaba',
      text:
        'Hola, Robin:\n\nCon la regla de caudal bajo el error a 3 l/s se queda en el 5,6 %. El becario nuevo ha ' +
        'durado toda la semana. Te paso el informe el jueves; si quieres meterlo en la presentación de Lageveen, ' +
        'adelante.\n\nUn saludo,\nJavier',
    },
    {
      language: 'nl',
      from: 'Daan Kuipers <daan.kuipers@tidewell.example>',
      subject: 'put 7 nagekeken',
      text:
        'Kit is goed, venster schoon, sensor meet weer bochten in plaats van rechte lijnen. De frituurbaas gaf ' +
        'mij een pak friet mee "voor de wetenschap". Bonnetje volgt.',
    },
    {
      from: 'Priya Raman <priya.raman@tidewell.example>',
      subject: 'otter gateway update check: it was that',
      text:
        'Lageveen moved the gateway update to Sunday noon. No gaps at 02:10 for four nights now. I like it when ' +
        'it is the thing one thought it was.',
    },
  ]),
  ...inFolder('Work/Invoices', 'new-invoice', [
    {
      from: 'Brightmetal Accounts <accounts@brightmetal.example>',
      subject: 'Invoice BM-20502 for your order TW-PO-896',
      text:
        'Dear customer,\n\nplease find attached our invoice BM-20502 over EUR 1,120.00 net for 5 gauge housings, ' +
        'painted green as agreed with Mr Pohl. Payable within 30 days.\n\nBrightmetal Fabrication, accounts ' +
        'receivable',
      files: [
        {
          name: 'BM-20502.pdf',
          contentType: 'application/pdf',
          content: pdf(['Brightmetal Fabrication', 'Invoice BM-20502', '5 housings, green']),
        },
      ],
    },
    {
      language: 'de',
      from: 'Kabelwerk Hunsrück Rechnungswesen <rechnung@kabelwerk-hunsrueck.example>',
      subject: 'Rechnung 7701040',
      text:
        'Guten Tag,\n\nanbei unsere Rechnung 7701040 über 500 m Sensorleitung PUR. Zahlbar innerhalb von 14 Tagen ' +
        'mit 3 % Skonto. Die Zahlung "Kabel" haben wir inzwischen gefunden, vielen Dank.',
      files: [
        {
          name: 'RE_7701040.pdf',
          contentType: 'application/pdf',
          content: pdf(['Kabelwerk Hunsrueck', 'Rechnung 7701040']),
        },
      ],
    },
    {
      from: 'Nimbus Grid Billing <billing@nimbusgrid.example>',
      subject: 'Your Nimbus Grid invoice is available (account tidewell-prod)',
      html:
        '<table width="100%"><tr><td style="font-family:sans-serif"><h2>Your invoice is ready</h2><p>Account: ' +
        '<b>tidewell-prod</b><br>Compute 221.35 EUR &middot; Storage 90.02 EUR &middot; Egress 9.48 ' +
        'EUR</p><p>Total charged to the company card: <b>320.85 EUR</b>.</p></td></tr></table>',
    },
    {
      language: 'es',
      from: 'Etiquetas Norte <administracion@etiquetas-norte.example>',
      subject: 'Factura nº 0502/B: 500 placas adicionales',
      text:
        'Buenos días:\n\nAdjuntamos la factura 0502/B por las 500 placas adicionales (145,00 €). El NIF ya está ' +
        'completo, gracias. Vencimiento a 60 días.\n\nSaludos,\nAdministración',
      files: [
        {
          name: 'Factura 0502-B.pdf',
          contentType: 'application/pdf',
          content: pdf(['Etiquetas Norte', 'Factura 0502/B']),
        },
      ],
    },
  ]),
  ...inFolder('Work/Alerts', 'new-alert', [
    {
      from: 'Gauge Monitor <monitor@ops.tidewell.example>',
      subject: '[WARNING] valmoselle-22: battery low',
      text:
        'state:    WARNING\nstation:  valmoselle-22\ncheck:    battery low\ndetail:   3.38 V, 7 days left at the ' +
        'present rate\nrunbook:  https://ops.tidewell.example/runbooks/battery\n\n-- gauge monitor 4.2, sent once ' +
        'per state change',
      headers: { ...machine, 'X-Monitor-State': 'WARNING' },
    },
    {
      from: 'Forge CI <ci@forge.tidewell.example>',
      subject: 'Build failed: otter-lowflow (firmware-test)',
      html:
        '<p>Job <b>firmware-test</b> on <code>otter-lowflow</code> failed.</p><pre>2 of 819 failed\n  year.guard ' +
        'refuses 2036\n    expected 2026, got 1990</pre>',
      headers: { ...machine, 'X-Forge-Job': 'firmware-test' },
    },
    {
      from: 'root <root@vault2.tidewell.example>',
      subject: 'vault2 backup: FINISHED WITH ERRORS',
      text: 'start 02:00:01  end 04:48:02\nE: /srv/van2: host unreachable, van is out\nall else copied and verified',
      headers: machine,
    },
    {
      from: 'Mail Delivery System <mailer-daemon@mx.tidewell.example>',
      subject: 'Delayed: your message could not be delivered for 4 hours',
      text:
        'This is the mail system at host mx.tidewell.example.\n\nTHIS IS A WARNING ONLY. The status report of ' +
        'lab-nas to <ops@tidewell.example> is still in the queue: mailbox is full.',
      headers: { 'Auto-Submitted': 'auto-replied' },
      files: [
        { name: 'details.txt', contentType: 'message/delivery-status', content: 'Action: delayed\nStatus: 4.2.2\n' },
      ],
    },
  ]),
]
