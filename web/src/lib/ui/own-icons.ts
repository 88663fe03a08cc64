/** Signs of the interface that are not in the set of icons. Drawn for this project, on the same grid. */
export const OWN = {
  close: '<path d="M96 64 256 224 416 64l32 32-160 160 160 160-32 32-160-160L96 448l-32-32 160-160L64 96z"/>',
  back: '<path d="M216 80 40 256l176 176 34-34-118-118h340v-48H132l118-118z"/>',
  copy: '<path fill-rule="evenodd" d="M96 48h232v64h-48V96H144v232h16v48H96zM184 136h232v328H184zm48 48v232h136V184z"/>',
  chat: '<path fill-rule="evenodd" d="M48 80h416v272H248l-104 96v-96H48zm48 48v176h96v40l40-40h184V128z"/>',
  leave: '<path d="M64 48h208v48H112v320h160v48H64zM336 136l120 120-120 120-34-34 62-62H192v-48h172l-62-62z"/>',
  return: '<path d="M240 48h208v416H240v-48h160V96H240zM224 136l120 120-120 120-34-34 62-62H64v-48h188l-62-62z"/>',
  keys: '<path fill-rule="evenodd" d="M32 128h448v256H32zm40 40v176h368V168zm40 32h48v40h-48zm80 0h48v40h-48zm80 0h48v40h-48zm80 0h48v40h-48zM152 272h208v40H152z"/>',
  more: '<circle cx="256" cy="104" r="44"/><circle cx="256" cy="256" r="44"/><circle cx="256" cy="408" r="44"/>',
  plus: '<path d="M232 88h48v144h144v48H280v144h-48V280H88v-48h144z"/>',
  minus: '<path d="M88 232h336v48H88z"/>',
  day: '<circle cx="256" cy="256" r="96"/><path d="M240 32h32v80h-32zm0 368h32v80h-32zM32 240h80v32H32zm368 0h80v32h-80zM87 110l23-23 56 57-22 22zm258 258 23-22 57 56-23 23zM87 402l57-56 22 22-56 57zm258-258 57-57 23 23-57 56z"/>',
  download: '<path d="M232 48h48v228l80-80 34 34-138 138-138-138 34-34 80 80zM64 400h384v48H64z"/>',
  review: '<path d="M64 48h44v356h356v44H64zM140 340l92-128 76 60 116-172v70L320 340l-76-60z"/>',
  tree: '<path d="M64 440c50-150 130-210 260-230C290 90 360 60 448 64c4 90-50 150-128 170C190 250 150 330 110 454z"/>',
} as const
