import type { Lexicon } from '../lexicon.ts'

export const spanish: Lexicon = {
  language: 'es',
  by:
    'por|ordenado por|ordenados por|ordenadas por|ordenada por|organizado por|organizados por|' +
    'organizadas por|agrupado por|agrupados por|agrupadas por|clasificado por|clasificados por|' +
    'clasificadas por|para cada|cada|segun|segun el|segun la|en funcion de|en funcion del',
  to: 'en|a|dentro de|bajo|en la|en el|en mi|en una|en un|hacia|al|a la|debajo de|hasta la',
  byOrTo: '',
  from:
    'de la empresa|del proveedor|del cliente|de mi|de|del|desde|de la|enviados por|enviadas por|' +
    'recibidos de|recibidas de|procedentes de|provenientes de|que vienen de|de parte de',
  folder: 'carpeta|carpetas|subcarpeta|subcarpetas|directorio|directorios|ruta',
  called:
    'con el nombre de|con el nombre del|a nombre de|con nombre de|llamada|llamado|con el nombre|' +
    'con nombre|con el titulo|con titulo|titulada|titulado|denominada|denominado|de nombre',
  about:
    'sobre|acerca de|acerca del|relacionados con|relacionado con|relativos a|que contengan|' +
    'que contenga|contiene|con|que tenga|que tengan|referentes a|que mencionen|que incluya|' +
    'que incluyan',
  name: 'nombre|nombres|nombre de archivo|nombre del archivo|titulo|nombre del fichero',
  not:
    'nada de|nada|deja fuera|dejar fuera|no|sin|excepto|salvo|menos|ningun|ninguna|nunca|' +
    'a excepcion de|exceptuando|ignora|ignorar|omite|omitir|excluye|excluir',
  and: 'y|e|o|asi como|y tambien|tambien|ademas|mas',
  next: 'luego|y luego|despues|y despues|a continuacion|finalmente|por ultimo|primero|en primer lugar|posteriormente',
  larger:
    'mas de|de mas de|mayor que|mayores que|mayor de|mayores de|superior a|superiores a|' +
    'mas grandes que|mas grande que|al menos|como minimo|a partir de|por encima de|que superen',
  smaller:
    'menos de|de menos de|menor que|menores que|menor de|menores de|inferior a|inferiores a|' +
    'mas pequenos que|mas pequeno que|como maximo|hasta|por debajo de|que no superen',
  between: 'entre|de entre',
  store:
    'guarda|guardar|guarde|guardes|guardalos|guardalas|guardado|almacena|almacenar|almacene|archiva|' +
    'archivar|pon|poner|ponlos|ponlas|mete|meter|coloca|colocar|sube|subir|copia|copiar|ordena|' +
    'ordenar|organiza|organizar|clasifica|clasificar|agrupa|agrupar|conserva|conservar|deja|dejar|' +
    'mueve|mover|vayan|vaya|van|va|ir',
  create: 'crea|crear|cree|abre|abrir|abra|nuevo|nueva|genera|generar|haz un|haz una|da de alta|registra un',
  extract: 'extrae|extraer|extraiga|lee|leer|saca|sacar|obten el|anota|anotar|identifica|identificar|captura|capturar',
  search:
    'comprueba si|comprueba|verifica si|verifica|mira si|busca|buscar|busque|encuentra|encontrar|' +
    'localiza|localizar|consulta|consultar',
  retrieve: 'recupera|recuperar|descarga|descargar|trae|traer|traeme|baja|bajar',
  get: 'obten|obtener|toma|coge',
  add:
    'anade|anadir|anada|agrega|agregar|agregue|incorpora|incorporar|registra|registrar|inserta|' +
    'mete en el crm|introduce',
  files:
    'adjunto|adjuntos|archivo adjunto|archivos adjuntos|archivo|archivos|fichero|ficheros|documento|' +
    'documentos|todo|todos|todas|todo lo que|lo demas|el resto|resto|todo lo demas|los|las demas|' +
    'los demas|cosas',
  contact: 'contacto|contactos|ficha de contacto|nuevo contacto|ficha de cliente',
  opportunity:
    'oportunidad|oportunidades|negocio|negocios|trato|tratos|deal|oportunidad de venta|' +
    'oportunidad comercial|nueva oportunidad|nuevo negocio|venta nueva',
  mail:
    'correo|correos|e mail|email|emails|mail|mensaje|mensajes|correo electronico|correos electronicos|' +
    'bandeja de entrada|cuerpo del correo',
  delete: 'borra|borrar|borre|elimina|eliminar|elimine|papelera|destruye|tira|quita|quitar',
  send:
    'envia|enviar|envie|reenvia|reenviar|manda|mandar|responde|responder|responda|contesta|contestar|' +
    'notifica|notificar|avisa|avisar|informa|escribe|escribir|comparte|compartir|recuerdame|llama|' +
    'publica',
  other:
    'renombra|renombrar|imprime|imprimir|traduce|traducir|resume|resumir|resumen|paga|pagar|firma el|' +
    'firmar|convierte|convertir|descomprime|producto|productos|tarea|tareas|cita|citas|reunion|marca|' +
    'marcar|aprueba|calcula|programa',
  filler:
    'no guardes mas que|no guardar mas que|el|la|los|las|lo|un|una|unos|unas|mi|mis|nuestro|nuestra|' +
    'nuestros|tu|su|sus|este|esta|estos|estas|ese|esa|eso|esto|por favor|yo|quiero|quisiera|me|' +
    'gustaria|deseo|necesito|que|quien|cuando|si|solo|solamente|unicamente|nada mas|para|con|como|' +
    'en formato|formato|alli|ahi|aqui|se|es|son|sea|sean|ser|esten|llegue|llega|lleguen|llegan|nuevos|' +
    'nuevas|anteriores|antiguos|existentes|previos|cualquier|cualquiera|siempre|automaticamente|' +
    'propia|propio|separada|tamano|raiz|principal|cliente potencial|clientes potenciales|prospecto|' +
    'prospectos|te|le|les|nos|mismo|misma|correspondiente|debe|deben|pueda|puede|quede|queden|' +
    'cada vez que|ya|hay|todos los que',
  fields: {
    sender_address:
      'direccion de correo|direccion de correo electronico|direccion de email|' +
      'correo electronico del remitente|direccion|correo del remitente|direccion del remitente|' +
      'direccion de correo del remitente',
    sender_domain: 'empresa|empresas|compania|companias|dominio|dominios|organizacion|sociedad|firma',
    sender_name:
      'remitente|remitentes|nombre del remitente|persona|personas|cliente|clientes|proveedor|proveedores|emisor|autor',
    subject: 'asunto|asuntos|tema|asunto del correo|asunto del mensaje|linea de asunto|asunto del email',
    year: 'anuales|ano|anos|anual|anualmente',
    month: 'mensuales|mes|meses|mensual|mensualmente',
    day: 'diaria|diarias|diariamente|dia|dias|diario',
    date: 'fecha de factura|fecha de la factura|fecha|fechas|fecha de recepcion|fecha de llegada',
    file_type:
      'tipo|tipos|tipo de archivo|tipos de archivo|tipo de fichero|extension|formato de archivo|' +
      'clase de archivo|extension de archivo',
  },
  kinds: {
    invoice: 'factura|facturas',
    receipt: 'recibo|recibos|comprobante|comprobantes|ticket de compra|tickets de compra|justificante|justificantes',
    contract: 'contrato|contratos|acuerdo|acuerdos|convenio|convenios',
    quote: 'presupuesto|presupuestos|oferta|ofertas|cotizacion|cotizaciones|propuesta|propuestas',
    order: 'pedido|pedidos|orden de compra|ordenes de compra|confirmacion de pedido|confirmaciones de pedido',
    delivery_note: 'albaran|albaranes|nota de entrega|notas de entrega',
    statement:
      'extracto|extractos|extracto bancario|extractos bancarios|extracto de cuenta|extractos de cuenta|' +
      'estado de cuenta|estados de cuenta',
    tax:
      'impuesto|impuestos|documentos fiscales|declaracion de la renta|documentos de ' +
      'impuestos|declaracion de impuestos',
    payslip: 'nomina|nominas|recibo de sueldo|recibos de sueldo|recibo de nomina|recibos de nomina',
    report: 'informe|informes|reporte|reportes',
    draft: 'borrador|borradores',
    application: 'solicitud de empleo|solicitudes de empleo|candidatura|candidaturas|solicitudes',
    resume: 'cv|curriculum|curriculos|curriculum vitae|hoja de vida',
    insurance: 'papeles del seguro|documentos del seguro|seguro|seguros|poliza|polizas',
    ticket: 'billete|billetes|entrada|entradas|ticket|tickets',
    reminder: 'recordatorio|recordatorios|aviso de pago|avisos de pago',
    certificate: 'certificado|certificados',
    newsletter: 'boletin|boletines|newsletter|newsletters',
    signature: 'firmas',
    logo: 'logo|logos|logotipo|logotipos',
  },
  groups: {
    pdf: 'pdf|pdfs|archivo pdf|archivos pdf|documento pdf|documentos pdf|en pdf|en formato pdf|ficheros pdf',
    image:
      'imagen|imagenes|foto|fotos|fotografia|fotografias|captura de pantalla|capturas de pantalla|archivos de imagen',
    document:
      'word|documento de word|documentos de word|documentos word|archivo de word|archivos de word|' +
      'archivos word|docx|doc',
    spreadsheet:
      'hoja de calculo|hojas de calculo|excel|archivo de excel|archivos de excel|archivos excel|tablas de excel|xlsx',
    presentation: 'presentacion|presentaciones|powerpoint|archivos de powerpoint|presentaciones de powerpoint|pptx',
    archive: 'zip|archivo zip|archivos zip|ficheros zip|archivos comprimidos',
    csv: 'csv|archivo csv|archivos csv',
    xml: 'xml|archivo xml|archivos xml',
    text: 'txt|archivo de texto|archivos de texto',
    video: 'video|videos|pelicula|peliculas',
    audio: 'audio|audios|archivos de audio|grabaciones|mensajes de voz',
    calendar: 'ics|invitaciones|invitaciones de calendario',
  },
}
