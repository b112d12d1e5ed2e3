'use strict';
// Run inside the environment's own page, after its scripts: puts our clients into its editor as a person would, presses
// Validate and Apply, then plays one against the other and leaves what came of it in the page, as JSON.
window.check_page = (texts, names) => {
  const named = (name) => document.getElementsByName(name)[0];
  const press = (word) => [...document.querySelectorAll('#modal .button')]
    .find((button) => button.textContent === word).dispatchEvent(new MouseEvent('mouseup'));
  const result = {valid: {}};
  for (const side of ['dwarf', 'troll']) {
    modal.show_form();
    modal.build_edit_form(names[side]);
    named('client_body').value = texts[side];
    press('Validate');
    result.valid[side] = modal.validate_button.classList.contains('green');
    press('Apply');
  }
  modal.show_form();
  named('Dwarf').value = names.dwarf;
  named('Troll').value = names.troll;
  named('speed').value = '0';
  modal.submit_form(new Event('submit', {cancelable: true}), modal);
  const {dwarfs, trolls} = game.get_score();
  Object.assign(result, {reason: game.end_reason || null, length: game.turn_number, points: [dwarfs, trolls]});
  const note = document.createElement('pre');
  note.id = 'page_check';
  note.textContent = JSON.stringify(result);
  document.body.append(note);
};
