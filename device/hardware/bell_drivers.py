"""Drive the kinds of bell: a buzzer, a solenoid's hammer, a buzzer that plays tones, a servo beside a desk
bell.

Each is a gpiozero device with the methods strike, rest and relax. The drivers keep no time; `PinBell` does.
"""

from typing import Any, Final

from device.errors import UsageFault
from device.hardware.bell import Bell, PinBell, SilentBell, Striker
from device.hardware_settings import BellSettings

TONES: Final = {False: "A5", True: "E5"}
"""The tones of a short and a long beat. The short tone is higher, because a long low tone sounds more
serious."""


class SwitchedOutput:
    """A buzzer or a solenoid: one output that is on or off, a `gpiozero.DigitalOutputDevice`."""

    def __init__(self, output: Any) -> None:
        self._output = output

    def strike(self, long: bool) -> None:
        """Switch the output on."""
        self._output.on()

    def rest(self) -> None:
        """Switch the output off."""
        self._output.off()

    def relax(self) -> None:
        """Do nothing, because the device has no moving part."""

    def close(self) -> None:
        """Release the pin."""
        self._output.close()


class ToneBuzzer:
    """A passive buzzer, a `gpiozero.TonalBuzzer`. Short beats have a high tone, long beats a low one."""

    def __init__(self, buzzer: Any) -> None:
        self._buzzer = buzzer

    def strike(self, long: bool) -> None:
        """Sound the tone."""
        self._buzzer.play(TONES[long])

    def rest(self) -> None:
        """Silence the tone."""
        self._buzzer.stop()

    def relax(self) -> None:
        """Do nothing, because the device has no moving part."""

    def close(self) -> None:
        """Release the pin."""
        self._buzzer.close()


class ServoArm:
    """A servo's arm that taps a desk bell, a `gpiozero.AngularServo`; angles in degrees."""

    def __init__(self, servo: Any, *, away: float, struck: float) -> None:
        self._servo, self._away, self._struck = servo, away, struck

    def strike(self, long: bool) -> None:
        """Swing the arm onto the bell."""
        self._servo.angle = self._struck

    def rest(self) -> None:
        """Swing the arm away from the bell."""
        self._servo.angle = self._away

    def relax(self) -> None:
        """Stop the pulses after the servo has swung back, so that the servo neither hums nor heats."""
        self._servo.detach()

    def close(self) -> None:
        """Stop the pulses, and release the pin."""
        self._servo.detach()
        self._servo.close()


def make_bell(settings: BellSettings, factory: Any) -> Bell:
    """Return the bell on its pin. Return the silent bell without pins, or if the settings want no bell.

    Raise UsageFault if the pin is not available.
    """
    if factory is None or settings.kind == "none":
        return SilentBell()
    from gpiozero import GPIOZeroError

    try:
        striker = make_striker(settings, factory)
    except (GPIOZeroError, ValueError) as fault:
        raise UsageFault(f"bell.pin: {settings.pin}: {fault}") from fault
    return PinBell(striker, tempo=settings.tempo, rhythms=settings.rhythms.by_signal())


def make_striker(settings: BellSettings, factory: Any) -> Striker:
    """Return the driver of the bell that `settings` describe: a buzzer with tones, a servo or a switched
    output. Raise gpiozero's errors if the bell's pin is not available."""
    from gpiozero import AngularServo, DigitalOutputDevice, TonalBuzzer

    if settings.kind == "tones":
        return ToneBuzzer(TonalBuzzer(settings.pin, mid_tone="A4", octaves=2, pin_factory=factory))
    if settings.kind == "servo":
        servo = AngularServo(settings.pin, initial_angle=settings.away, pin_factory=factory)
        return ServoArm(servo, away=settings.away, struck=settings.struck)
    return SwitchedOutput(
        DigitalOutputDevice(
            settings.pin, active_high=settings.active_high, initial_value=False, pin_factory=factory
        )
    )
