// The words of the first screen and the titles of the sections in Spanish.
import type { Labels } from './en.ts';

export const es: Labels = {
  ...{ goal: 'Objetivo', allOfIt: 'Leerlo entero', way: 'Camino elegido', decide: 'Por decidir' },
  ...{
    firstStop: 'Primera prueba que puede cambiar el plan',
    stopWhen: 'Parar si',
    question: 'Pregunta abierta',
    otherwise: 'Si no',
  },
  ...{
    dates: 'Fechas',
    start: 'Inicio',
    half: 'La mitad acaba antes del',
    most: 'Cuatro de cinco antes del',
  },
  ...{ planned: 'Final previsto', lucky: 'Previsto, si nada falla', deadline: 'Fecha límite' },
  ...{
    money: 'Dinero',
    base: 'Esperado',
    mostCost: 'Cuatro de cinco, máximo',
    budget: 'Presupuesto',
  },
  ...{
    range: 'Ocho de diez casos',
    left: 'Presupuesto menos esperado',
    to: 'a',
    odds: '{0} de 100',
  },
  ...{ risks: 'Mayores riesgos', weight: 'probabilidad {0}, impacto {1}' },
  ...{ low: 'bajo', medium: 'medio', high: 'alto' },
  ...{ firstDay: 'En las próximas 24 horas', task: 'tarea', more: '{0} más' },
  ...{ made: 'Cómo se hizo', conditions: 'Condiciones: {0}' },
  ...{ go: 'Adelante', goIf: 'Adelante, con condiciones', noGo: 'No empezar' },
  rareRisk:
    'De media cuesta más que en cuatro de cada cinco simulaciones, por un riesgo raro y caro: {0}.',
  inRuns: 'Se cumple en {0} simulaciones.',
  noDeadline: 'No se dio fecha límite.',
  dueKept: 'La fecha límite se cumple.',
  dueMissed: 'La fecha límite no se cumple: el trabajo acaba {0} días después.',
  dueMissedInPart: 'Lo que vence en la fecha límite no está a tiempo.',
  dueAtRisk:
    'La fecha prevista cumple la fecha límite, pero solo {0} simulaciones; se quieren {1}.',
  dueAfter: 'Lo que sigue acaba el {0}.',
  noBudget: 'No se dio presupuesto.',
  moneyKept: 'El presupuesto se cumple.',
  moneyTight: 'El presupuesto es justo.',
  moneyOver: 'El presupuesto se supera.',
  moneyOverBy: 'El presupuesto se supera en {0}.',
  moneyAtRisk:
    'El coste esperado cumple el presupuesto, pero solo {0} simulaciones; se quieren {1}.',
  moneyUnchecked: 'No se comprobó si el presupuesto basta.',
  ...{ contents: 'Contenido', twoMinutes: 'En dos minutos', search: 'Buscar en el informe' },
  groups: {
    Decide: 'Decidir',
    Do: 'Hacer',
    Watch: 'Vigilar',
    Doubt: 'Dudar',
    Background: 'Contexto',
  },
  titles: {
    ...{ summary: 'Resumen', pitch: 'En breve', gates: 'Veredicto y controles' },
    ...{ decisions: 'Decisiones y escenarios', charter: 'Encargo', schedule: 'Calendario' },
    ...{ 'first-actions': 'El primer día', work: 'Fases y tareas', costs: 'Costes' },
    ...{ team: 'Equipo y gobierno', risks: 'Riesgos', assumptions: 'Supuestos' },
    ...{ premises: 'Lo que debe ser cierto', premortem: 'Cómo podría fracasar' },
    ...{ guesses: 'Estimaciones y preguntas abiertas', experts: 'Crítica de expertos' },
    ...{ 'red-team': 'La parte contraria', revisions: 'Qué se cambió y por qué' },
    ...{ answers: 'Preguntas y respuestas', goal: 'El objetivo, y si el plan lo respeta' },
    ...{ review: 'Revisión del objetivo', related: 'Proyectos parecidos', making: 'Cómo se hizo' },
    ...{ swot: 'Fortalezas, debilidades, oportunidades, amenazas', papers: 'Documentos y datos' },
  },
};
